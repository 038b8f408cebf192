"""Physics-informed perceptrons: derivatives of nets by their inputs (jacobians, Hessians, Laplacians) in losses."""
import jax
import jax.numpy as jnp
from layers import backward, forward, struct, training


def kernels(weight, widths, transposed):
    """Dense layers as pairs kernel, bias, asked for outside of any derivative."""
    pairs = zip(widths, widths[1:])
    return [(weight(*((o, i) if transposed else (i, o))), weight(o)) for i, o in pairs]


def net(layers, x, transposed):
    """One point x (inputs) or many (points, inputs)."""
    for kernel, bias in layers[:-1]:
        x = jnp.tanh((x @ kernel.T if transposed else x @ kernel) + bias)
    kernel, bias = layers[-1]
    return (x @ kernel.T if transposed else x @ kernel) + bias


def residual(kind, u, x):
    """How far u, a function of one point, is from solving an equation at the point x."""
    if kind == "poisson":
        return jnp.trace(jax.hessian(lambda x: u(x)[0])(x)) + jnp.sin(3 * x).prod()
    if kind == "burgers":
        slopes = jax.jacfwd(lambda x: u(x)[0])
        slope, bend = jax.jvp(slopes, (x,), (jnp.eye(len(x))[0],))
        return slope[1] + u(x)[0] * slope[0] - 0.01 * bend[0]
    if kind == "stokes":
        jacobian, bends = jax.jacfwd(u)(x), jax.jacfwd(jax.jacrev(u))(x)
        flow = jnp.trace(bends, axis1=1, axis2=2)[:2] - jacobian[2, :2]
        return jnp.append(flow, jacobian[0, 0] + jacobian[1, 1])
    return jnp.square(jax.grad(lambda x: u(x)[0])(x)).sum() - 1


def loss(weight, points, kind, widths, transposed):
    layers = kernels(weight, (points.shape[-1], *widths), transposed)
    one = lambda x: residual(kind, lambda y: net(layers, y, transposed), x)
    return jnp.square(jax.vmap(one)(points)).mean()


def laplacian(weight, points, widths):
    """Values, slopes and Laplacians carried side by side through the net: a stack of 1 + 2d rows a point."""
    n, d = points.shape
    layers = kernels(weight, (d, *widths), False)
    value, slope, bend = points, jnp.broadcast_to(jnp.eye(d)[:, None], (d, n, d)), jnp.zeros((n, d))
    for kernel, bias in layers[:-1]:
        value, slope, bend = value @ kernel + bias, slope @ kernel, bend @ kernel
        value = jnp.tanh(value)
        first = 1 - value * value
        bend = first * (bend - 2 * value * jnp.square(slope).sum(0))
        slope = first * slope
    return bend @ layers[-1][0]


def tangent_kernel(weight, points, widths):
    """Products of the gradients at all pairs of points."""
    layers = kernels(weight, (points.shape[-1], *widths, 1), False)
    gradients = jax.vmap(jax.grad(lambda layers, x: net(layers, x, False)[0]), (None, 0))(layers, points)
    flat = [leaf.reshape(len(points), -1) for leaf in jax.tree.leaves(gradients)]
    return sum(leaf @ leaf.T for leaf in flat)


def hamiltonian(weight, state, widths, steps):
    """Leapfrog through an energy that is a net of (place, momentum); state: points, 2d."""
    layers = kernels(weight, (state.shape[-1], *widths, 1), False)
    energy = jax.grad(lambda x: net(layers, x, False).sum())
    for _ in range(steps):
        by_place, by_momentum = jnp.split(energy(state), 2, -1)
        state = state + 0.1 * jnp.concatenate([by_momentum, -by_place], -1)
    return state


def programs(random):
    for kind, inputs, outputs in (("poisson", 2, 1), ("burgers", 2, 1), ("stokes", 2, 3), ("eikonal", 3, 1)):
        for transposed in (False, True):
            n, width = random.choice([200, 256]) * (2 if kind == "eikonal" else 1), random.choice([64, 80])
            model = lambda w, x: loss(w, x, kind, (width, width, outputs), transposed)
            yield f"{kind}_{'oi' if transposed else 'io'}", *training(model, struct(n, inputs))
    deep = lambda w, x: loss(w, x, "burgers", (40,) * 6 + (1,), False)
    yield "burgers_deep", *training(deep, struct(100, 2))
    yield "poisson_3d", *training(lambda w, x: loss(w, x, "poisson", (48, 48, 1), False), struct(60, 3))
    yield "laplacian", *forward(lambda w, x: laplacian(w, x, (96, 96, 96, 1)), struct(300, 3))
    yield "laplacian_back", *backward(lambda w, x: laplacian(w, x, (80, 80, 1)), struct(200, 4))
    yield "tangent_kernel", *forward(lambda w, x: tangent_kernel(w, x, (64, 64)), struct(120, 8))
    yield "hamiltonian_train", *training(lambda w, x: jnp.square(hamiltonian(w, x, (96, 96), 2)).sum(), struct(300, 8))
