"""Image processing without weights: resizing, affine warps, colour matrices, blurs and gradients by shifts, histograms,
blocks' cosine transforms, mixing and cutting of batches."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import image, struct


def tent(places, length):
    """Weights (places, length) of linear interpolation between whole positions."""
    return jnp.maximum(0, 1 - jnp.abs(jnp.clip(places, 0, length - 1)[..., None] - jnp.arange(length)))


def resized(x, side, wide, order="NHWC", columns_first=False):
    lower = order.lower()
    products = [(f"{lower},ih->{lower.replace('h', 'i')}", side, "H"),
                (f"{lower},jw->{lower.replace('w', 'j')}", wide, "W")]
    for equation, after, axis in products[::-1] if columns_first else products:
        before = x.shape[order.index(axis)]
        x = jnp.einsum(equation, x, tent((jnp.arange(after) + .5) * before / after - .5, before))
    return x


def affine(x, matrices):
    """x (N, H, W, C) sampled bilinearly at places moved by matrices (N, 2, 3), by gathers."""
    n, h, w, c = x.shape
    grid = jnp.stack([*jnp.meshgrid(jnp.arange(h) - h / 2, jnp.arange(w) - w / 2, indexing="ij"), jnp.ones((h, w))])
    moved = jnp.einsum("nak,khw->nahw", matrices + jnp.eye(2, 3), grid)
    rows, columns = jnp.clip(moved[:, 0] + h / 2, 0, h - 1.01), jnp.clip(moved[:, 1] + w / 2, 0, w - 1.01)
    top, left = rows.astype(int), columns.astype(int)
    down, right = (rows - top)[..., None], (columns - left)[..., None]
    take = jax.vmap(lambda one, r, k: one[r, k])
    return ((take(x, top, left) * (1 - right) + take(x, top, left + 1) * right) * (1 - down)
            + (take(x, top + 1, left) * (1 - right) + take(x, top + 1, left + 1) * right) * down)


def cropped(x, corners, side=24):
    """Windows at each image's corner (N, 2), mirrored in turn, in NCHW."""
    window = side, side, x.shape[3]
    cut = jax.vmap(lambda one, corner: jax.lax.dynamic_slice(one, (corner[0], corner[1], 0), window))
    windows = cut(x, corners)
    mirrored = jnp.where(jnp.arange(x.shape[0])[:, None, None, None] % 2 == 0, windows, windows[:, :, ::-1])
    return ((mirrored - mirrored.mean((0, 1, 2))) * 4).transpose(0, 3, 1, 2)


def coloured(x, matrices, order="NHWC"):
    """Each image's colours times its matrix (N, 3, 3), then contrast and saturation."""
    lower = order.lower()
    x = jnp.einsum(f"{lower},ncd->{lower.replace('c', 'd')}", x, matrices)
    gray = x.mean(order.index("C"), keepdims=True)
    mean = x.mean([order.index(axis) for axis in "HWC"], keepdims=True)
    return jnp.clip(mean + 1.3 * (gray + .7 * (x - gray) - mean), -1, 1)


def blurred(x, rounds=3, order="NHWC"):
    """Binomial blurs along both axes by shifted sums."""
    for axis in (order.index("H"), order.index("W")) * rounds:
        padded = jnp.pad(x, [(1, 1) if each == axis else (0, 0) for each in range(4)], mode="edge")
        part = lambda start: jax.lax.slice_in_dim(padded, start, start + x.shape[axis], axis=axis)
        x = .25 * part(0) + .5 * part(1) + .25 * part(2)
    return x


def edges(x, order="NHWC"):
    """Lengths of Sobel gradients and histograms of their directions in cells of 8 x 8."""
    row, column = order.index("H"), order.index("W")
    across = lambda value, axis: jnp.roll(value, -1, axis) - jnp.roll(value, 1, axis)
    smooth = lambda value, axis: jnp.roll(value, -1, axis) + 2 * value + jnp.roll(value, 1, axis)
    gray = x.mean(order.index("C"), keepdims=True)
    down, right = smooth(across(gray, row), column), smooth(across(gray, column), row)
    directions = jnp.linspace(0, jnp.pi, 9)
    parts = jax.nn.relu(jnp.sin(directions) * down[..., None] + jnp.cos(directions) * right[..., None])
    whole = jnp.moveaxis(parts.sum(order.index("C")), 0, -1)
    h, w, bins, n = whole.shape
    return whole.reshape(h // 8, 8, w // 8, 8, bins, n).sum((1, 3))


def cosine(x, size=8):
    """JPEG's transform of blocks of every channel (N, C, H, W), quantized, and back."""
    n, c, h, w = x.shape
    basis = jnp.cos(jnp.pi / size * (jnp.arange(size)[:, None] + .5) * jnp.arange(size)) * (2 / size) ** .5
    blocks = x.reshape(n, c, h // size, size, w // size, size)
    coefficients = jnp.einsum("nchywx,yu,xv->nchwuv", blocks, basis, basis)
    kept = jnp.round(16 * coefficients) / 16
    return jnp.einsum("nchwuv,yu,xv->nchywx", kept, basis, basis).reshape(x.shape)


def patched(x, size=5):
    """Windows around every pixel as channels (N, H, W, size * size * C), less their mean."""
    padded = jnp.pad(x, [(0, 0), (size // 2,) * 2, (size // 2,) * 2, (0, 0)])
    n, h, w, c = x.shape
    windows = jnp.stack([padded[:, i:i + h, j:j + w] for i in range(size) for j in range(size)], 3)
    return (windows - windows.mean(3, keepdims=True)).reshape(n, h, w, -1)


def nonlocal_means(x, reach=3):
    """Weighted means of shifted images (N, C, H, W), by how much the neighbourhoods agree."""
    total, weights = 0, 0
    for down in range(-reach, reach + 1):
        moved = jnp.roll(x, (down, 2 * down), (2, 3))
        apart = ((x - moved) ** 2).mean(1, keepdims=True)
        near = sum(jnp.roll(apart, step, axis) for step in (-1, 0, 1) for axis in (2, 3))
        weight = jnp.exp(-40 * near)
        total, weights = total + weight * moved, weights + weight
    return total / weights


def mixed(x, shares, side=9):
    """Images mixed with the batch turned round by shares (N,), with a square of the neighbour pasted in."""
    share = jax.nn.sigmoid(shares)[:, None, None, None]
    other = jnp.roll(x[::-1], 1, 0)
    blend = share * x + (1 - share) * x[::-1]
    inside = (jnp.arange(x.shape[1]) < side)[:, None, None] & (jnp.arange(x.shape[2]) < side)[:, None]
    return jnp.where(inside, other, blend).transpose(3, 0, 1, 2)


def programs(random):
    for order in ("NHWC", "NCHW", "HWCN"):
        name, side = order.lower(), random.choice([48, 56, 64])
        columns_first = random.choice([False, True])
        model = partial(resized, side=side + 15, wide=side // 2, order=order, columns_first=columns_first)
        yield f"resized_{name}_s{side}", model, (image(order, 16, side, 12),)
        yield f"blurred_{name}_s{side}", partial(blurred, order=order), (image(order, 10, side, 3),)
        yield f"coloured_{name}", partial(coloured, order=order), (image(order, 24, side, 3), struct(24, 3, 3))
    for order in ("HWNC", "HWCN"):
        yield f"edges_{order.lower()}", partial(edges, order=order), (image(order, 24, 48, 3),)
    yield "affine", affine, (image("NHWC", 32, 56, 16), struct(32, 2, 3))
    yield "cropped", cropped, (image("NHWC", 96, 40, 24), struct(96, 2, dtype=jnp.int32))
    yield "cosine", cosine, (image("NCHW", 24, 80, 3),)
    yield "patched", patched, (image("NHWC", 4, 32, 5),)
    yield "patched_grad", jax.grad(lambda x: (patched(x, 3) ** 3).sum()), (image("NHWC", 4, 32, 8),)
    yield "nonlocal", nonlocal_means, (image("NCHW", 16, 56, 3),)
    yield "mixed", mixed, (image("NHWC", 48, 36, 12), struct(48))
