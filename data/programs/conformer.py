"""Speech: conformer blocks, their convolutions by shifted sums, time-delay nets, subsampling, CTC's sums."""
import jax
import jax.numpy as jnp
from layers import attention, backward, conv, dense, forward, indices, norm, square, struct, training


def half_step(weight, x):
    return x + dense(weight, jax.nn.silu(dense(weight, norm(weight, x), 4 * x.shape[-1])), x.shape[-1]) / 2


def selves(weight, x, heads, order):
    q, k, v = jnp.split(dense(weight, norm(weight, x), 3 * x.shape[-1]), 3, -1)
    split = lambda y: jnp.einsum(f"bthd->{order}", y.reshape(*x.shape[:2], heads, -1))
    mixed = attention(split(q), split(k), split(v), order)
    return x + dense(weight, jnp.einsum(f"{order}->bthd", mixed).reshape(x.shape), x.shape[-1])


def shifted(weight, x, taps, axis):
    """A depthwise convolution in time, `axis` of x, as a sum of shifts; features are last."""
    padded = jnp.pad(x, [(taps // 2, taps // 2) if a == axis else (0, 0) for a in range(3)])
    kernel = weight(taps, x.shape[-1])
    return sum(kernel[i] * jax.lax.slice_in_dim(padded, i, i + x.shape[axis], axis=axis) for i in range(taps))


def convolution(weight, x, taps, native):
    """A gate, a depthwise convolution and a dense layer: batch, time, features."""
    y, gate = jnp.split(dense(weight, norm(weight, x), 2 * x.shape[-1]), 2, -1)
    y = y * jax.nn.sigmoid(gate)
    if native:
        y = conv(weight, y, y.shape[-1], taps, order="NTC", groups=y.shape[-1])
    else:
        y = shifted(weight, y, taps, 1)
    return x + dense(weight, jax.nn.silu(norm(weight, y, (0, 1))), x.shape[-1])


def conformer(weight, x, heads=4, order="bhtd", taps=7, native=False):
    x = selves(weight, half_step(weight, x), heads, order)
    return norm(weight, half_step(weight, convolution(weight, x, taps, native)))


def delays(weight, x, widths, order):
    """A time-delay net: each layer joins three frames, ever further apart; x in the order `order` of btf."""
    time, features = order.index("t"), order.index("f")
    for gap, width in enumerate(widths, 1):
        frames = [jax.lax.slice_in_dim(x, i * gap, x.shape[time] - (2 - i) * gap, axis=time) for i in range(3)]
        kernel = weight(3 * x.shape[features], width)
        x = jax.nn.relu(jnp.einsum(f"{order},fg->{order.replace('f', 'g')}", jnp.concatenate(frames, features), kernel))
    return jnp.concatenate([x.mean(time), jnp.square(x).mean(time)], -1)


def subsampled(weight, x, width, factor):
    """Neighbouring frames folded into features, twice."""
    for _ in range(2):
        x = x.reshape(x.shape[0], x.shape[1] // factor, -1)
        x = jax.nn.relu(dense(weight, x, width))
    return x


def ctc(weight, frames, labels, classes):
    """Minus the logarithm of the chance of labels (batch, places), summed over all alignments."""
    scores = jax.nn.log_softmax(dense(weight, frames, classes))
    b, places = labels.shape
    states = jnp.stack([jnp.zeros_like(labels), labels], -1).reshape(b, -1)
    chances = jnp.take_along_axis(scores, states[:, None], -1).swapaxes(0, 1)
    start = jnp.where(jnp.arange(2 * places) < 2, chances[0], -1e5)

    def step(state, chance):
        one, two = (jnp.pad(state, ((0, 0), (n, 0)), constant_values=-1e5)[:, :2 * places] for n in (1, 2))
        return chance + jnp.logaddexp(jnp.logaddexp(state, one), two), None

    return -jax.scipy.special.logsumexp(jax.lax.scan(step, start, chances[1:])[0][:, -2:], axis=-1).mean()


def programs(random):
    for order in ("bhtd", "bthd", "tbhd"):
        b, t, m = (random.choice(sizes) for sizes in ((3, 4), (96, 110, 128), (112, 128, 144)))
        yield f"block_{order}", *forward(lambda w, x: conformer(w, x, order=order), struct(b, t, m))
        yield f"attention_back_{order}", *backward(lambda w, x: selves(w, x, 4, order), struct(b, t, m))
    for native in (False, True):
        name, x = "native" if native else "shifted", struct(2, 80, 96)
        yield f"convolution_{name}", *forward(lambda w, x: convolution(w, x, 7, native), struct(4, 128, 112))
        yield f"block_train_{name}", *training(square(lambda w, x: conformer(w, x, native=native)), x, x)
    for axis in (0, 1):
        x = struct(100, 6, 128) if axis == 0 else struct(6, 100, 128)
        yield f"shifted_back_axis{axis}", *backward(lambda w, x: jax.nn.silu(shifted(w, x, 9, axis)), x)
    for order in ("btf", "tbf", "bft"):
        size = dict(b=random.choice([6, 8]), t=random.choice([60, 75]), f=random.choice([40, 64]))
        model = lambda w, x: delays(w, x, (96, 96, 80), order)
        yield f"delays_back_{order}", *backward(model, struct(*(size[axis] for axis in order)))
    yield "subsampled_back", *backward(lambda w, x: subsampled(w, x, 128, 3), struct(6, 180, 64))
    yield "ctc_train", *training(lambda w, x, y: ctc(w, x, y, 32), struct(12, 32, 96), indices(12, 8))
    deep = lambda w, x: conformer(w, conformer(w, subsampled(w, x, 80, 2)), order="bthd")
    yield "train_2blocks", *training(square(deep), struct(2, 200, 40), struct(2, 50, 80))
