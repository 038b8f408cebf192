"""Attention that knows distances: learned vectors, T5's buckets, ALiBi, Transformer-XL, DeBERTa, talking heads."""
import jax
import jax.numpy as jnp
from layers import backward, dense, forward, norm, square, struct, training


def project(weight, x, heads, order):
    m = x.shape[-1]
    return jnp.einsum(f"btm,hdm->{order}", x, weight(heads, m // heads, m))


def distances(t):
    return jnp.arange(t)[:, None] - jnp.arange(t) + t - 1


def learned(weight, q, k, order):
    """A vector a distance, met by the queries: b, h, t, s."""
    t = q.shape[order.index("t")]
    vectors = weight(2 * t - 1, q.shape[order.index("d")])[distances(t)]
    return jnp.einsum(f"{order},tsd->bhts", q, vectors)


def buckets(weight, q, k, order):
    t, heads = q.shape[order.index("t")], q.shape[order.index("h")]
    far = jnp.abs(distances(t) - t + 1)
    bucket = jnp.where(far < 8, far, jnp.minimum(8 + (jnp.log(far / 8 + 1e-3) * 4).astype(jnp.int32), 15))
    return weight(16, heads)[bucket].transpose(2, 0, 1)


def slopes(weight, q, k, order):
    t, heads = q.shape[order.index("t")], q.shape[order.index("h")]
    return -jnp.exp2(-jnp.arange(1, heads + 1))[:, None, None] * jnp.abs(distances(t) - t + 1)


def shifted(weight, q, k, order):
    """Transformer-XL: products with all distances, skewed into place by a pad and a reshape."""
    t, h, d = (q.shape[order.index(axis)] for axis in "thd")
    everywhere = weight(*(1 if axis in "bt" else size for axis, size in zip(order, q.shape)))
    products = jnp.einsum(f"{order},rhd->bhtr", q + everywhere, weight(t, h, d))
    padded = jnp.pad(products, ((0, 0), (0, 0), (0, 0), (1, 0)))
    return padded.reshape(*products.shape[:2], t + 1, t)[:, :, 1:]


def disentangled(weight, q, k, order):
    """DeBERTa: contents meet positions both ways, gathered along the distances."""
    t, h, d = (q.shape[order.index(axis)] for axis in "thd")
    pick = jnp.broadcast_to(distances(t), (q.shape[order.index("b")], h, t, t))
    ahead = jnp.take_along_axis(jnp.einsum(f"{order},rhd->bhtr", q, weight(2 * t - 1, h, d)), pick, -1)
    back = jnp.take_along_axis(jnp.einsum(f"{order},rhd->bhtr", k, weight(2 * t - 1, h, d)), pick, -1)
    return ahead + back.swapaxes(-1, -2)


def block(weight, x, heads, bias, order, talk=False):
    h, other = norm(weight, x), order.replace("t", "s")
    q, k, v = (project(weight, h, heads, order) for _ in "qkv")
    scores = jnp.einsum(f"{order},{other}->bhts", q, k) + bias(weight, q, k, order)
    if talk:
        scores = jnp.einsum("bhts,hg->bgts", scores, weight(heads, heads))
    shares = jax.nn.softmax(scores)
    if talk:
        shares = jnp.einsum("bhts,hg->bgts", shares, weight(heads, heads))
    mixed = jnp.einsum(f"bhts,{other}->bthd", shares, v).reshape(x.shape)
    return x + dense(weight, mixed, x.shape[-1], transposed=True)


def programs(random):
    pairs = (learned, "bhtd"), (buckets, "bthd"), (slopes, "tbhd"), (shifted, "bhtd"), (disentangled, "bthd")
    for bias, order in pairs:
        b, t, h, d = (random.choice(sizes) for sizes in ((3, 4, 5), (80, 96, 128), (4, 6), (24, 32)))
        model, x = lambda w, x: block(w, x, h, bias, order), struct(b, t, h * d)
        yield f"{bias.__name__}_{order}", *forward(model, x)
        yield f"{bias.__name__}_back_{order}", *backward(model, x)
    x = struct(2, 80, 120)
    talking = lambda w, x: block(w, x, 6, buckets, "bthd", talk=True)
    yield "talking", *forward(talking, x)
    yield "talking_train", *training(square(talking), x, x)
    for bias, depth in ((shifted, 2), (buckets, 6)):
        def deep(w, x):
            for _ in range(depth):
                x = block(w, x, 4, bias, "bthd")
            return x

        yield f"{bias.__name__}_train_{depth}layers", *training(square(deep), struct(3, 64, 96), struct(3, 64, 96))
