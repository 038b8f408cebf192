"""Spectra by products with Fourier and cosine matrices: filters, Poisson equations, spectrograms, neural operators."""
import jax
import jax.numpy as jnp
from layers import backward, dense, forward, square, struct, training


def waves(n, m=None):
    """Cosines and sines n, m: the real and imaginary parts of the Fourier matrix."""
    turns = 2 * jnp.pi / n * ((jnp.arange(n)[:, None] * jnp.arange(m or n)) % n)
    return jnp.cos(turns), -jnp.sin(turns)


def cosine(n):
    return jnp.cos(jnp.pi / n * (jnp.arange(n)[:, None] + 0.5) * jnp.arange(n))


def transformed(x, axis, inverse=False):
    """The Fourier transform along an axis of a pair: real part, imaginary part."""
    real, imaginary = x
    c, s = waves(real.shape[axis])
    s = -s if inverse else s
    along = lambda y, matrix: jnp.moveaxis(jnp.tensordot(y, matrix, (axis, 0)), -1, axis)
    return along(real, c) - along(imaginary, s), along(real, s) + along(imaginary, c)


def times(a, b):
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def filtered(weight, x, axes):
    """A convolution of the size of the image, along `axes` of x, through the spectrum."""
    spectrum = x, jnp.zeros_like(x)
    for axis in axes:
        spectrum = transformed(spectrum, axis)
    shape = [size if axis in axes else 1 for axis, size in enumerate(x.shape)]
    spectrum = times(spectrum, (weight(*shape), weight(*shape)))
    for axis in axes:
        spectrum = transformed(spectrum, axis, inverse=True)
    return spectrum[0] / x.size


def compressed(weight, images, order):
    """Blocks of 8 by 8 to cosines, weighed, and back; `order` of the axes b, y, u, x, v in between."""
    b, h, w = images.shape
    blocks = jnp.einsum(f"byuxv->{order}", images.reshape(b, h // 8, 8, w // 8, 8))
    turn = cosine(8) / 4
    other = order.replace("u", "p").replace("v", "q")
    scaled = jnp.einsum(f"{order},up,vq->{other}", blocks, turn, turn)
    scaled = jnp.tanh(jnp.einsum(f"{other},pq->{other}", scaled, weight(8, 8)))
    return jnp.einsum(f"{other},up,vq->byuxv", scaled, turn, turn).reshape(images.shape)


def poisson(field):
    """Solved by sines along both axes of a batch of fields."""
    for side in (0, 1):
        for axis in (1, 2):
            matrix = waves(2 * field.shape[axis])[1][:field.shape[axis], :field.shape[axis]]
            field = jnp.moveaxis(jnp.tensordot(field, matrix, (axis, 0)), -1, axis)
        if side == 0:
            modes = jnp.arange(field.shape[1])[:, None] ** 2 + jnp.arange(field.shape[2]) ** 2
            field = field / (modes + 1)
    return field


def spectrogram(weight, sound, size, hop, order):
    """Overlapping frames, their energies on a bank of filters, and cosines of those; `order` of frames is of btn."""
    starts = range(0, sound.shape[1] - size + 1, hop)
    frames = jnp.stack([sound[:, start:start + size] for start in starts], order.replace("n", "").index("t"))
    frames = jnp.moveaxis(frames, -1, order.index("n")) * weight(*(size if axis == "n" else 1 for axis in order))
    c, s = waves(size, size // 2)
    power = sum(jnp.square(jnp.einsum(f"{order},nf->btf", frames, wave)) for wave in (c, s))
    return jnp.log(1 + power @ jnp.abs(weight(size // 2, 40))) @ cosine(40)


def operator(weight, x, modes, order):
    """A Fourier neural operator's layer: the low modes mixed across features; x in the order `order` of bnf."""
    n, f = x.shape[order.index("n")], x.shape[order.index("f")]
    c, s = waves(n, modes)
    low = tuple(jnp.einsum(f"{order},nm->bmf", x, matrix) for matrix in (c, s))
    real, imaginary = weight(modes, f, f), weight(modes, f, f)
    mix = lambda y, kernel: jnp.einsum("bmf,mfg->bmg", y, kernel)
    mixed = mix(low[0], real) - mix(low[1], imaginary), mix(low[0], imaginary) + mix(low[1], real)
    back = (jnp.einsum(f"bmf,nm->{order}", y, matrix) for y, matrix in zip(mixed, (c, s)))
    local = jnp.einsum(f"{order},fg->{order.replace('f', 'g')}", x, weight(f, f))
    return x + jax.nn.gelu(sum(back) / n + local)


def mixed(weight, x):
    """FNet: a Fourier transform over time and features instead of attention, then two dense layers."""
    x = x + transformed(transformed((x, jnp.zeros_like(x)), 2), 1)[0] / x.shape[-1]
    return x + dense(weight, jax.nn.gelu(dense(weight, x, 2 * x.shape[-1])), x.shape[-1])


def programs(random):
    for axes in ((0, 1), (1, 2), (2, 0), (1,)):
        size = [random.choice([64, 72, 96]) if axis in axes else 10 if len(axes) == 2 else 60 for axis in range(3)]
        name, model = "".join("byx"[axis] for axis in axes), lambda w, x: filtered(w, x, axes)
        yield f"filter_{name}", *forward(model, struct(*size))
        if len(axes) == 2:
            yield f"filter_back_{name}", *backward(model, struct(*size))
    for order in ("byxuv", "uvbyx", "byuxv"):
        images = struct(random.choice([10, 12]), 128, 144)
        yield f"cosines_{order}", *forward(lambda w, x: compressed(w, x, order), images)
        yield f"cosines_back_{order}", *backward(lambda w, x: compressed(w, x, order), images)
    yield "poisson", *forward(lambda w, x: poisson(x), struct(8, 100, 96))
    for order in ("btn", "tbn", "bnt"):
        yield f"spectrogram_{order}", *forward(lambda w, x: spectrogram(w, x, 128, 100, order), struct(40, 2000))
    for order in ("bnf", "nbf", "bfn"):
        size = dict(b=random.choice([12, 16]), n=random.choice([128, 150]), f=random.choice([48, 64]))
        x = struct(*(size[axis] for axis in order))
        twice = lambda w, x: operator(w, operator(w, x, 16, order), 16, order)
        yield f"operator_{order}", *forward(twice, x)
        yield f"operator_train_{order}", *training(square(twice), x, x)
    yield "fnet_train", *training(square(mixed), struct(6, 80, 96), struct(6, 80, 96))
