"""Neural radiance fields: positions encoded by sines, perceptrons with skips, colours along rays composed, grids of
features interpolated, and planes of features multiplied."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, dense, forward, square, struct, training


def encoded(x, bands=6, order="fast"):
    """x (..., D) with sines and cosines of its multiples, axes (band, D) or (D, band)."""
    scaled = x[..., None, :] * 2. ** jnp.arange(bands)[:, None]
    scaled = scaled if order == "fast" else scaled.swapaxes(-1, -2)
    return jnp.concatenate([x] + [wave(scaled).reshape(*x.shape[:-1], -1) for wave in (jnp.sin, jnp.cos)], -1)


def field(weight, points, directions, width=48, depth=4, transposed=False):
    """Densities (R, S) and colours (R, S, 3) at points (R, S, 3) seen along directions (R, 3)."""
    inputs = encoded(points)
    x = inputs
    for layer in range(depth):
        x = jax.nn.relu(dense(weight, x, width, transposed))
        x = jnp.concatenate([x, inputs], -1) if layer == depth // 2 else x
    seen = jnp.broadcast_to(encoded(directions, 3)[:, None], (*x.shape[:2], 21))
    colour = jax.nn.relu(dense(weight, jnp.concatenate([dense(weight, x, width), seen], -1), width // 2))
    return jax.nn.softplus(dense(weight, x, 1))[..., 0], jax.nn.sigmoid(dense(weight, colour, 3))


def composed(densities, colours, depths):
    """Colours (R, 3) of rays from samples: what is seen of each is what those before it let through."""
    steps = jnp.abs(jnp.diff(depths, axis=1, append=depths[:, -1:] + 1))
    absorbed = densities * steps
    through = jnp.exp(absorbed - jnp.cumsum(absorbed, 1))
    return jnp.einsum("rs,rs,rsc->rc", through, 1 - jnp.exp(-absorbed), colours)


def rendered(weight, origins, directions, depths, **options):
    points = origins[:, None] + directions[:, None] * depths[..., None]
    return composed(*field(weight, points, directions, **options), depths)


def gridded(weight, points, side=16, features=8):
    """A trilinear grid of features at points (P, 3), then a small perceptron."""
    grid = weight(side, side, side, features)
    places = jax.nn.sigmoid(points) * (side - 1.01)
    low = places.astype(int)
    part = places - low
    total = 0
    for corner in range(8):
        bits = jnp.array([corner >> axis & 1 for axis in range(3)])
        index = low + bits
        share = jnp.where(bits, part, 1 - part).prod(-1)
        total += share[:, None] * grid[index[:, 0], index[:, 1], index[:, 2]]
    return dense(weight, jax.nn.relu(dense(weight, total, 32)), 4)


def planes(weight, points, side=24, features=16, order="pxyf"):
    """Three planes of features read bilinearly as products with weights of rows and columns, and multiplied."""
    extents = {"p": 3, "x": side, "y": side, "f": features}
    kept = weight(*(extents[axis] for axis in order))
    near = jnp.maximum(0, 1 - jnp.abs((jax.nn.sigmoid(points) * (side - 1))[..., None] - jnp.arange(side)))
    first, second = near, jnp.roll(near, 1, 1)
    read = jnp.einsum(f"npx,{order},npy->npf", first, kept, second)
    return dense(weight, jax.nn.relu(dense(weight, read.prod(1), 32, transposed=True)), 4)


def ensemble(weight, points, fields=8, width=16, depth=3):
    """Many tiny perceptrons, each for its own points (fields, P, 3), as one batched product a layer."""
    x = encoded(points, 4)
    for _ in range(depth):
        x = jax.nn.relu(jnp.einsum("kpi,kio->kpo", x, weight(fields, x.shape[-1], width)) + weight(fields, 1, width))
    return jnp.einsum("kpi,oik->pko", x, weight(4, width, fields))


def programs(random):
    for transposed in (False, True):
        rays, samples, width = random.choice([50, 64, 81]), random.choice([24, 32]), random.choice([32, 48, 64])
        model = partial(rendered, width=width, depth=random.choice([2, 3, 4]), transposed=transposed)
        inputs = struct(rays, 3), struct(rays, 3), struct(rays, samples)
        name = f"{'transposed' if transposed else 'plain'}_r{rays}x{samples}"
        yield f"rendered_{name}", *forward(model, *inputs)
        yield f"rendered_{name}_step", *training(square(model), *inputs, struct(rays, 3))
    inputs = struct(2000, 64), struct(2000, 64, 3), struct(2000, 64)
    yield "composed", composed, inputs
    yield "composed_grad", *backward(lambda weight, *inputs: composed(*inputs), *inputs)
    for order in ("fast", "slow"):
        yield f"encoded_{order}", lambda x, order=order: encoded(x, 10, order), (struct(3000, 3),)
    yield "gridded", *forward(gridded, struct(16000, 3))
    yield "gridded_grad", *backward(gridded, struct(5000, 3))
    for order in ("pxyf", "fpyx"):
        yield f"planes_{order}", *forward(partial(planes, order=order), struct(700, 3))
        yield f"planes_{order}_grad", *backward(partial(planes, order=order), struct(400, 3))
    yield "ensemble", *forward(ensemble, struct(8, 1500, 3))
    yield "ensemble_grad", *backward(partial(ensemble, fields=12), struct(12, 400, 3))
