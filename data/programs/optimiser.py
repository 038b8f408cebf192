"""Steps of optimisers on the weights of nets: Adam and its kin, Shampoo, Muon, factored moments, signs, K-FAC, SOAP."""
import jax
import jax.numpy as jnp
from layers import forward, struct


def adam(weight, gradient, first, second, rate=.01):
    first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
    return weight * 0.99 - rate * first / (jnp.sqrt(second**2 + 1e-6) + 1e-3), first, second


def lamb(weight, gradient, first, second):
    _, first, second = adam(weight, gradient, first, second)
    step = first / (jnp.sqrt(second**2 + 1e-6) + 1e-3) + 0.01 * weight
    norm = lambda x: jnp.sqrt(jnp.square(x).sum() + 1e-6)
    return weight - 0.01 * norm(weight) / norm(step) * step, first, second


def lion(weight, gradient, first, second):
    step = jnp.sign(0.9 * first + 0.1 * gradient)
    return weight - 0.01 * (step + 0.1 * weight), 0.99 * first + 0.01 * gradient, second


def factored(weight, gradient, first, second):
    """Adafactor: second moments as an outer product of rows and columns."""
    square = jnp.square(gradient) + 1e-6
    mean = lambda axis: 0.9 * second.mean(axis, keepdims=True) ** 2 + square.mean(axis, keepdims=True)
    rows, columns = mean(-1), mean(-2)
    scale = jax.lax.rsqrt(rows * columns / rows.mean(-2, keepdims=True))
    first = 0.9 * first + gradient * scale
    return weight - 0.01 * first, first, second


def orthogonal(x, steps=5):
    """Newton-Schulz of a matrix, or of a batch of them, as in Muon."""
    wide = x.shape[-2] > x.shape[-1]
    x = x.swapaxes(-1, -2) if wide else x
    x = x * jax.lax.rsqrt(jnp.square(x).sum((-1, -2), keepdims=True) + 1e-6)
    for _ in range(steps):
        gram = x @ x.swapaxes(-1, -2)
        x = 3.4445 * x + (2.0315 * gram @ gram - 4.775 * gram) @ x
    return x.swapaxes(-1, -2) if wide else x


def muon(weight, gradient, first, second):
    first = 0.95 * first + gradient
    return weight - 0.02 * orthogonal(gradient + 0.95 * first), first, second


def root(matrix, steps=4):
    """The inverse square root of a positive matrix, by coupled Newton-Schulz steps."""
    n = matrix.shape[-1]
    matrix = matrix + 0.1 * jnp.eye(n)
    scale = jnp.sqrt(jnp.square(matrix).sum())
    y, z = matrix / scale, jnp.eye(n)
    for _ in range(steps):
        turn = 1.5 * jnp.eye(n) - 0.5 * z @ y
        y, z = y @ turn, turn @ z
    return z * jax.lax.rsqrt(scale)


def shampoo(weight, gradient, left, right):
    """left: rows, rows; right: columns, columns."""
    left = 0.95 * left @ left.T + gradient @ gradient.T
    right = 0.95 * right @ right.T + gradient.T @ gradient
    return weight - 0.01 * root(left) @ gradient @ root(right), left, right


def kronecker(weight, gradient, inputs, outputs):
    """K-FAC: a layer's inputs (batch, i) and slopes of its outputs (batch, o) precondition its gradient."""
    a, g = inputs.T @ inputs / len(inputs), outputs.T @ outputs / len(outputs)
    a, g = (root(root(matrix)) for matrix in (a, g))
    return weight - 0.1 * jnp.einsum("ij,jo,op->ip", a, gradient, g), a, g


def rotated(weight, gradient, basis, second):
    """SOAP: Adam in a turned basis (2, n, n) that follows the gradient by one orthogonal step."""
    left, right = basis
    turned = left.T @ gradient @ right
    second = 0.95 * second + 0.05 * jnp.square(turned)
    step = left @ (turned / (jnp.abs(second) + 1e-2)) @ right.T
    left, right = orthogonal(gradient @ gradient.T @ left), orthogonal(gradient.T @ gradient @ right)
    return weight - 0.01 * step, jnp.stack([left, right]), second


def everywhere(update, clip):
    """The update of every leaf, the gradients clipped by their common norm first."""
    def step(_, weights, gradients, firsts, seconds):
        if clip:
            norm = jnp.sqrt(sum(jnp.square(leaf).sum() for leaf in jax.tree.leaves(gradients)) + 1e-6)
            gradients = jax.tree.map(lambda leaf: leaf / jnp.maximum(norm, 1), gradients)
        return jax.tree.map(update, weights, gradients, firsts, seconds)
    return step


def programs(random):
    def block(width, depth):
        shapes = (width, 3 * width), (width, width), (width, 4 * width), (4 * width, width)
        return [[struct(*shape) for shape in shapes] for _ in range(depth)]

    for update, width, depth in ((adam, 192, 2), (lamb, 160, 2), (lion, 256, 1), (factored, 200, 2)):
        step = everywhere(update, clip=update is not lion)
        yield f"{update.__name__}_{width}", *forward(step, *(block(width, depth),) * 4)
    many = {"kernel": struct(16, 3, 96, 96), "scale": [struct(96)] * 30, "bias": [struct(96)] * 30}
    yield "adam_leaves", *forward(everywhere(adam, clip=True), *(many,) * 4)
    yield "muon_blocks", *forward(everywhere(muon, clip=False), *(block(48, 2),) * 4)
    for rows, columns in ((200, 120), (96, 256)):
        kernel = struct(rows, columns)
        yield f"muon_{rows}x{columns}", *forward(lambda _, *x: muon(*x), *(kernel,) * 4)
        sides = struct(rows, rows), struct(columns, columns)
        yield f"shampoo_{rows}x{columns}", *forward(lambda _, *x: shampoo(*x), kernel, kernel, *sides)
    for axes in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        size, back = (random.choice([12, 16]), 64, random.choice([72, 96])), [axes.index(axis) for axis in range(3)]
        order = "".join("bij"[axis] for axis in axes)
        model = lambda _, x: orthogonal(x.transpose(back)).transpose(axes)
        yield f"orthogonal_{order}", *forward(model, struct(*(size[axis] for axis in axes)))
    kernel, inputs, outputs = struct(120, 80), struct(256, 120), struct(256, 80)
    yield "kfac", *forward(lambda _, *x: kronecker(*x), kernel, kernel, inputs, outputs)
    kernel, basis = struct(128, 128), struct(2, 128, 128)
    yield "soap", *forward(lambda _, *x: rotated(*x), kernel, kernel, basis, kernel)
