"""Statistics of tables: covariances, correlation, whitening, canonical and principal components, moments, ranks."""
import jax
import jax.numpy as jnp
from layers import backward, forward, struct, training


def covariance(x, order):
    """Of tables in the order `order` of gnd: groups, observations, features."""
    x = x - x.mean(order.index("n"), keepdims=True)
    return jnp.einsum(f"{order},{order.replace('d', 'e')}->gde", x, x) / x.shape[order.index("n")]


def correlation(x, order):
    matrix = covariance(x, order) + 0.01 * jnp.eye(x.shape[order.index("d")])
    scale = jax.lax.rsqrt(jnp.diagonal(matrix, axis1=1, axis2=2))
    return matrix * scale[:, :, None] * scale[:, None]


def root(matrices, steps):
    """Inverse square roots of a batch of matrices by Newton-Schulz."""
    eye = jnp.eye(matrices.shape[-1])
    scale = jnp.trace(matrices, axis1=1, axis2=2)[:, None, None] + 1e-3
    y, z = matrices / scale + 0.1 * eye, eye
    for _ in range(steps):
        turn = 1.5 * eye - 0.5 * z @ y
        y, z = y @ turn, turn @ z
    return z * jax.lax.rsqrt(scale)


def whitened(x, order):
    back = jnp.einsum(f"{order},gde->{order.replace('d', 'e')}", x, root(covariance(x, order), 4))
    return back - back.mean(order.index("n"), keepdims=True)


def canonical(x, y, order):
    """The correlations of two tables after whitening both."""
    a, b = whitened(x, order), whitened(y, order)
    return jnp.einsum(f"{order},{order.replace('d', 'e')}->gde", a, b) / x.shape[order.index("n")]


def principal(x, start, order, steps):
    """A few components by Oja's iterations, rows made orthogonal by a triangle of products; start: g, k, d."""
    for _ in range(steps):
        start = start + jnp.einsum("gkd,gde->gke", start, covariance(x, order))
        gram = jnp.einsum("gkd,gjd->gkj", start, start)
        start = start - 0.5 * jnp.einsum("gkj,gjd->gkd", jnp.tril(gram, -1), start)
        start = start * jax.lax.rsqrt(jnp.square(start).sum(-1, keepdims=True) + 1e-5)
    return start, jnp.einsum(f"{order},gkd->gnk", x, start)


def moments(x, axes):
    mean = x.mean(axes, keepdims=True)
    apart = x - mean
    second, third, fourth = ((apart**k).mean(axes) for k in (2, 3, 4))
    return mean, second, third * (second + 1e-3) ** -1.5, fourth / (second + 1e-3) ** 2


def histogram(x, bins, order):
    """Soft counts of each feature; x in the order `order` of gnd."""
    centres = jnp.linspace(-0.15, 0.15, bins)
    near = jnp.exp(-jnp.square((x[..., None] - centres) * bins * 3))
    return jnp.einsum(f"{order}k->gdk", near / near.sum(-1, keepdims=True))


def ranks(x, order):
    """Spearman's correlation through soft ranks of all pairs of observations."""
    x = jnp.einsum(f"{order}->gdn", x)
    soft = jax.nn.sigmoid(30 * (x[..., :, None] - x[..., None, :])).sum(-1)
    return correlation(soft, "gdn")


def distance_correlation(x, y):
    def centred(points):
        norms = jnp.square(points).sum(-1)
        far = jnp.sqrt(jnp.maximum(norms[:, None] + norms - 2 * points @ points.T, 0) + 1e-4)
        return far - far.mean(0) - far.mean(1, keepdims=True) + far.mean()
    a, b = centred(x), centred(y)
    return (a * b).mean() * jax.lax.rsqrt((a * a).mean() * (b * b).mean() + 1e-6)


def logistic(weight, x, y, steps):
    """Newton's steps of a regression, their inverses by Newton-Schulz."""
    slopes = weight(x.shape[1])
    for _ in range(steps):
        chance = jax.nn.sigmoid(x @ slopes)
        curve = jnp.einsum("nd,n,ne->de", x, chance * (1 - chance), x) / len(x) + jnp.eye(x.shape[1])
        half = root(curve[None], 3)[0]
        slopes = slopes - half @ (half @ (x.T @ (chance - y) / len(x)))
    return slopes


def programs(random):
    def table(order, size=1):
        sizes = dict(g=random.choice([6, 8]), n=random.choice([200, 256, 300]) * size, d=random.choice([64, 80, 96]))
        return struct(*(sizes[axis] for axis in order))

    for order in ("gnd", "gdn", "ngd", "dgn"):
        x = table(order, 2)
        yield f"correlation_{order}", *forward(lambda w, x: correlation(x, order), x)
        if order in ("gnd", "ngd"):
            yield f"correlation_back_{order}", *backward(lambda w, x: correlation(x, order), x)
        yield f"whitened_{order}", *forward(lambda w, x: whitened(x, order), table(order))
    for order in ("gnd", "dng"):
        x = table(order)
        yield f"canonical_{order}", *forward(lambda w, x, y: canonical(x, y, order), x, x)
        yield f"canonical_train_{order}", *training(lambda w, x, y: -canonical(x * w(*x.shape), y, order).sum(), x, x)
    model = lambda w, x, start: principal(x, start, "gnd", 4)
    yield "principal", *forward(model, struct(6, 400, 96), struct(6, 16, 96))
    for axes in ((0,), (1,), (2,), (0, 2)):
        yield "moments_" + "".join(map(str, axes)), *forward(lambda w, x: moments(x, axes), struct(64, 80, 100))
    for order in ("gnd", "ndg"):
        yield f"histogram_{order}", *forward(lambda w, x: histogram(x, 8, order), table(order))
        size = dict(g=4, n=80, d=40)
        yield f"ranks_{order}", *forward(lambda w, x: ranks(x, order), struct(*(size[axis] for axis in order)))
    yield "distances_back", *backward(lambda w, x, y: distance_correlation(x, y), struct(400, 40), struct(400, 32))
    yield "logistic", *forward(lambda w, x, y: logistic(w, x, y, 3), struct(1000, 100), struct(1000))
