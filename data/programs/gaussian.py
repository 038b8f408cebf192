"""Kernel methods: covariances of many kinds, Gaussian processes by Newton-Schulz, conjugate gradients, MMD, Stein."""
import jax
import jax.numpy as jnp
from layers import backward, forward, struct, training


def distances(x, y, order, expanded=True):
    """Squared distances of all pairs; points are nd or dn."""
    if not expanded:
        apart = x[:, None] - y[None] if order == "nd" else x[:, :, None] - y[:, None]
        return jnp.square(apart).sum(-1 if order == "nd" else 0)
    norms = [jnp.square(points).sum(order.index("d")) for points in (x, y)]
    products = jnp.einsum(f"{order},{order.replace('n', 'm')}->nm", x, y)
    return jnp.maximum(norms[0][:, None] + norms[1] - 2 * products, 0)


def rbf(x, y, order="nd"):
    return jnp.exp(-4 * distances(x, y, order))


def matern(x, y, order="nd"):
    far = jnp.sqrt(distances(x, y, order) + 1e-4)
    return (1 + 2 * far) * jnp.exp(-2 * far)


def polynomial(x, y, order="nd"):
    return (jnp.einsum(f"{order},{order.replace('n', 'm')}->nm", x, y) + 1) ** 3


def periodic(x, y, order="nd"):
    return jnp.exp(-jnp.square(jnp.sin(3 * jnp.sqrt(distances(x, y, order, expanded=False) + 1e-4))))


def inverse(matrix, steps):
    """By Newton and Schulz, from the transpose over its norms."""
    x = matrix.T / (jnp.abs(matrix).sum(0).max() * jnp.abs(matrix).sum(1).max())
    for _ in range(steps):
        x = 2 * x - x @ (matrix @ x)
    return x


def posterior(kernel, x, y, asked, steps, order):
    """Mean and variance of a Gaussian process at the points asked."""
    noisy = kernel(x, x, order) + jnp.eye(len(y))
    cross = kernel(asked, x, order)
    solved = cross @ inverse(noisy, steps)
    return solved @ y, 1 - jnp.einsum("an,an->a", solved, cross)


def ridge(x, y, steps):
    """Kernel ridge regression by conjugate gradients; y: points, outputs."""
    matrix = rbf(x, x) + jnp.eye(len(x))

    def step(state, _):
        solution, residual, way = state
        moved = matrix @ way
        size = jnp.square(residual).sum(0)
        rate = size / ((way * moved).sum(0) + 1e-9)
        left = residual - rate * moved
        return (solution + rate * way, left, left + jnp.square(left).sum(0) / (size + 1e-9) * way), None

    return jax.lax.scan(step, (jnp.zeros_like(y), y, y), None, length=steps)[0][0]


def discrepancy(x, y, order):
    return rbf(x, x, order).mean() + rbf(y, y, order).mean() - 2 * rbf(x, y, order).mean()


def stein(x, slopes):
    """A step of Stein variational descent: particles n, d."""
    kernel = rbf(x, x)
    push = 8 * (x * kernel.sum(1, keepdims=True) - kernel @ x)
    return x + 0.1 * (kernel @ slopes + push) / len(x)


def sparse(weight, x, y, inducing, steps):
    """The loss of a process through a few inducing points and learned features."""
    features = jnp.tanh(x @ weight(x.shape[-1], 24))
    points = weight(inducing, 24)
    cross = rbf(features, points)
    inner = rbf(points, points) + jnp.eye(inducing) + cross.T @ cross
    return jnp.square(y - cross @ (inverse(inner, steps) @ (cross.T @ y))).sum()


def programs(random):
    def points(order, n, d):
        return struct(n, d) if order == "nd" else struct(d, n)

    kernels = (rbf, "nd"), (rbf, "dn"), (matern, "dn"), (polynomial, "dn"), (periodic, "nd"), (periodic, "dn")
    for kernel, order in kernels:
        n, d = (random.choice([200, 256]), 9) if kernel is periodic else (random.choice([500, 640, 700]), 100)
        model = lambda w, x, y: kernel(x, y, order)
        yield f"{kernel.__name__}_{order}", *forward(model, points(order, n, d), points(order, n + 20, d))
        if kernel is not periodic:
            yield f"{kernel.__name__}_back_{order}", *backward(model, points(order, n, d), points(order, n + 20, d))
    for order, steps in (("nd", 6), ("dn", 4)):
        n = random.choice([150, 200])
        model = lambda w, x, y, asked: posterior(rbf, x, y, asked, steps, order)
        arguments = points(order, n, 12), struct(n), points(order, 60, 12)
        yield f"posterior_{order}", *forward(model, *arguments)
        yield f"posterior_back_{order}", *backward(model, *arguments)
        yield f"discrepancy_train_{order}", *training(
            lambda w, x, y: discrepancy(w(*y.shape) + x, y, order), *(points(order, n + 200, 50),) * 2)
    yield "ridge", *forward(lambda w, x, y: ridge(x, y, 12), struct(420, 40), struct(420, 10))
    yield "stein", *forward(lambda w, x, slopes: stein(x, slopes), struct(500, 80), struct(500, 80))
    yield "sparse_train", *training(lambda w, x, y: sparse(w, x, y, 100, 5), struct(400, 30), struct(400, 4))
