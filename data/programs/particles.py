"""Particles: gravity, pair potentials and their forces, smoothed hydrodynamics, flocks, particle filters, SchNet."""
import jax
import jax.numpy as jnp
from layers import dense, forward, norm, struct, training


def apart(x, order):
    """Differences of all pairs; x is nd or dn, the differences nmd or dnm."""
    return x[:, None] - x[None] if order == "nd" else x[:, :, None] - x[:, None]


def gravity(x, v, masses, order, steps=2):
    for _ in range(steps):
        r = apart(x, order)
        squares = jnp.square(r).sum(-1 if order == "nd" else 0) + 0.1
        pull = masses * squares**-1.5
        force = -jnp.einsum("nm,nmd->nd", pull, r) if order == "nd" else -jnp.einsum("nm,dnm->dn", pull, r)
        v = v + 0.01 * force
        x = x + 0.01 * v
    return x, v


def lennard_jones(x, order):
    inverse = 1 / (1 + jnp.square(apart(x, order)).sum(-1 if order == "nd" else 0))
    return (inverse**6 - inverse**3).sum()


def morse(x, order):
    far = jnp.sqrt(jnp.square(apart(x, order)).sum(-1 if order == "nd" else 0) + 1e-3)
    return jnp.square(1 - jnp.exp(1 - far)).sum()


def verlet(x, v, potential, order, steps):
    force = jax.grad(lambda x: -potential(x, order))
    def step(state, _):
        x, v = state
        half = v + 0.005 * force(x)
        x = x + 0.01 * half
        return (x, half + 0.005 * force(x)), None
    return jax.lax.scan(step, (x, v), None, length=steps)[0]


def hydrodynamics(x, v, order):
    """Densities, pressures and viscosity through a smooth kernel of the distance."""
    r, u = apart(x, order), apart(v, order)
    axis = -1 if order == "nd" else 0
    kernel = jnp.exp(-4 * jnp.square(r).sum(axis))
    density = kernel.sum(1)
    pressure = density - 1
    push = (pressure[:, None] / density[:, None] ** 2 + pressure / density**2) * kernel
    both = jnp.expand_dims(push, axis) * r - jnp.expand_dims(kernel / density, axis) * u
    return v + 0.01 * both.sum(1 if order == "nd" else 2), density


def flock(x, v, steps):
    for _ in range(steps):
        shares = jax.nn.softmax(-10 * jnp.square(apart(x, "nd")).sum(-1))
        v = v + 0.1 * (shares @ v - v) + 0.05 * (shares @ x - x)
        x = x + v
    return x, v


def filtered(weight, states, seen, steps):
    """Particles (n, d) moved by a matrix, weighed by what is seen, drawn anew at even places of the summed weights."""
    n, d = states.shape
    move, show = weight(d, d), weight(d, seen.shape[-1])
    for t in range(steps):
        states = jnp.tanh(states @ move) + states
        shares = jax.nn.softmax(-jnp.square(states @ show - seen[t]).sum(-1))
        ends = jnp.cumsum(shares)
        chosen = (ends[None] < ((jnp.arange(n) + 0.5) / n)[:, None]).sum(1)
        states = states[jnp.minimum(chosen, n - 1)]
    return states


def descriptors(weight, x, width, order):
    """SchNet: distances spread on a basis make filters for messages between atoms; `order` of the axes nmf."""
    far = jnp.sqrt(jnp.square(apart(x, "nd")).sum(-1) + 1e-4)
    basis = jnp.exp(-8 * jnp.square(far[..., None] - jnp.arange(20) / 20))
    h = weight(len(x), width)
    for _ in range(2):
        filters = jnp.einsum(f"nmf->{order}", jnp.tanh(dense(weight, jnp.tanh(dense(weight, basis, width)), width)))
        h = h + dense(weight, jnp.einsum(f"{order},mf->nf", filters, dense(weight, h, width)), width)
    return dense(weight, jax.nn.silu(norm(weight, h)), 1).sum()


def programs(random):
    def cloud(order, n, d=3):
        return struct(n, d) if order == "nd" else struct(d, n)

    for order in ("nd", "dn"):
        n = random.choice([200, 256, 300])
        x = cloud(order, n)
        yield f"gravity_{order}_n{n}", *forward(lambda w, x, v, m: gravity(x, v, m, order), x, x, struct(n))
        for potential in (lennard_jones, morse):
            model = lambda w, x, v: verlet(x, v, potential, order, 4)
            yield f"{potential.__name__}_{order}", *forward(model, *(cloud(order, random.choice([150, 192, 200])),) * 2)
        yield f"forces_{order}", *forward(lambda w, x: jax.grad(lennard_jones)(x, order), cloud(order, n + 150))
        yield f"hydro_{order}", *forward(lambda w, x, v: hydrodynamics(x, v, order), x, x)
    yield "flock", *forward(lambda w, x, v: flock(x, v, 3), struct(300, 3), struct(300, 3))
    yield "filter", *forward(lambda w, x, seen: filtered(w, x, seen, 3), struct(400, 16), struct(3, 12))
    for order in ("nmf", "mnf", "fnm"):
        model = lambda w, x: descriptors(w, x, 48, order)
        yield f"schnet_{order}", *forward(model, struct(56, 3))
        forces = lambda w, x: -jax.grad(lambda x: model(w, x))(x)
        yield f"schnet_forces_{order}", *forward(forces, struct(48, 3))
    loss = lambda w, x, y: jnp.square(descriptors(w, x, 40, "nmf") - y)
    yield "schnet_train", *training(loss, struct(40, 3), struct())
