"""Steps of partial differential equations on grids: heat, wave, Burgers, Boltzmann, shallow water, Gray-Scott."""
import jax.numpy as jnp
from layers import forward, struct


def difference(u, axis):
    """Central differences with a periodic border."""
    return (jnp.roll(u, -1, axis) - jnp.roll(u, 1, axis)) / 2


def laplacian(u, axes):
    return sum(jnp.roll(u, 1, axis) + jnp.roll(u, -1, axis) - 2 * u for axis in axes)


def heat(weight, u):
    """By slices: the border stays; conductivity differs from place to place. Explicit, two or three axes."""
    inner = tuple(slice(1, -1) for _ in u.shape)
    flux = 0
    for axis in range(u.ndim):
        beside = lambda start, stop: tuple(slice(start, stop) if a == axis else slice(1, -1) for a in range(u.ndim))
        flux += u[beside(2, None)] + u[beside(None, -2)] - 2 * u[inner]
    return u.at[inner].add(weight(*flux.shape) * flux)


def wave(weight, now, before, axes):
    speed = weight(*now.shape)
    return 2 * now - before + speed * speed * laplacian(now, axes), now


def burgers(weight, u, v, axes):
    x, y = axes
    change = lambda f: 0.1 * laplacian(f, axes) - u * difference(f, x) - v * difference(f, y)
    return u + 0.1 * change(u), v + 0.1 * change(v)


def boltzmann(weight, f, axis):
    """D2Q9: collision towards equilibrium, then streaming; the nine directions are axis `axis` of f."""
    f = jnp.moveaxis(f, axis, 0)
    ways = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    shares = [(4 / 9, 1 / 9, 1 / 36)[abs(x) + abs(y)] for x, y in ways]
    density = 1 + f.sum(0)
    u, v = (sum(way[k] * f[i] for i, way in enumerate(ways)) / density for k in (0, 1))
    moved = []
    for i, (x, y) in enumerate(ways):
        along = 3 * (x * u + y * v)
        balance = shares[i] * density * (1 + along + along * along / 2 - 1.5 * (u * u + v * v))
        moved.append(jnp.roll(f[i] + 0.6 * (balance - f[i]), (x, y), (0, 1)))
    return jnp.stack(moved, axis)


def shallow_water(weight, h, u, v, axes):
    x, y = axes
    h = h - 0.1 * (difference((1 + h) * u, x) + difference((1 + h) * v, y))
    return h, u - 0.1 * (difference(h, x) - 0.5 * v), v - 0.1 * (difference(h, y) + 0.5 * u)


def gray_scott(weight, u, axis):
    """Two chemicals along `axis` react and spread."""
    a, b = jnp.split(u, 2, axis)
    axes = [other for other in range(3) if other != axis]
    reaction = a * b * b
    a = a + 0.16 * laplacian(a, axes) - reaction + 0.035 * (1 - a)
    return jnp.concatenate([a, b + 0.08 * laplacian(b, axes) + reaction - 0.1 * b], axis)


def implicit(weight, u):
    """Heat by alternating directions: an inverse matrix along each axis in turn."""
    rows, columns = weight(u.shape[0], u.shape[0]), weight(u.shape[1], u.shape[1])
    half = rows @ (u + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1))
    return (half + jnp.roll(half, 1, 0) + jnp.roll(half, -1, 0)) @ columns.T


def repeated(step, count):
    """A model that applies `step` to its inputs again and again."""
    def model(weight, *fields):
        for _ in range(count):
            fields = step(weight, *fields)
            fields = fields if isinstance(fields, tuple) else (fields,)
        return fields
    return model


def programs(random):
    def side():
        return random.choice([350, 400, 512])

    yield "heat_2d", *forward(repeated(heat, 4), struct(side(), side()))
    yield "heat_3d", *forward(repeated(heat, 2), struct(64, 70, 64))
    yield "implicit", *forward(repeated(implicit, 3), struct(280, 320))
    for axes in ((0, 1), (1, 2), (0, 2)):
        field = struct(*(random.choice([100, 128, 150]) if axis in axes else 10 for axis in range(3)))
        place = "".join("zyx"[axis] for axis in axes)
        yield f"wave_{place}", *forward(repeated(lambda w, a, b: wave(w, a, b, axes), 3), field, field)
        yield f"burgers_{place}", *forward(repeated(lambda w, u, v: burgers(w, u, v, axes), 2), field, field)
        if axes != (0, 1):
            yield f"water_{place}", *forward(repeated(lambda w, *x: shallow_water(w, *x, axes), 2), field, field, field)
    for axis in (0, 2):
        size = [200, 180]
        grid = lambda count: struct(*size[:axis], count, *size[axis:])
        yield f"boltzmann_axis{axis}", *forward(repeated(lambda w, f: boltzmann(w, f, axis), 2), grid(9))
        yield f"gray_scott_axis{axis}", *forward(repeated(lambda w, u: gray_scott(w, u, axis), 3), grid(2))
