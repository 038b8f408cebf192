"""Optical flow and stereo: volumes of correlations between two images, pyramids of them, bilinear warps, and updates of
the flow by recurrent convolutions."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, conv, forward, image, pool, square, struct, training


def all_pairs(first, second, order="NHWC"):
    """Correlations (N, positions of the first, H, W of the second)."""
    lower = order.lower()
    volume = jnp.einsum(f"{lower},{lower.replace('h', 'i').replace('w', 'j')}->nhwij", first, second)
    return volume.reshape(volume.shape[0], -1, *volume.shape[3:]) * first.shape[order.index("C")] ** -.5


def pyramid(first, second, order="NHWC", levels=3):
    volume = all_pairs(first, second, order)
    return [volume] + [volume := pool(volume, 2, order="NCHW", by="mean") for _ in range(levels - 1)]


def local(first, second, reach=2, order="NHWC"):
    """Correlations with shifted images, one channel a shift."""
    channel = order.index("C")
    row, column = order.index("H"), order.index("W")
    padded = jnp.pad(second, [(reach, reach) if axis in (row, column) else (0, 0) for axis in range(4)])
    costs = []
    for down in range(2 * reach + 1):
        for right in range(2 * reach + 1):
            start = [down if axis == row else right if axis == column else 0 for axis in range(4)]
            costs.append((first * jax.lax.dynamic_slice(padded, start, second.shape)).mean(channel))
    return jax.nn.leaky_relu(jnp.stack(costs, channel))


def disparity(left, right, reach=12):
    """Stereo: expected shift from a softmax over columns of the other image, rows as batch."""
    scores = jnp.einsum("nhwc,nhvc->nhwv", left, right)
    away = jnp.arange(left.shape[2])[:, None] - jnp.arange(left.shape[2])
    shares = jax.nn.softmax(jnp.where((away >= 0) & (away < reach), scores, -1e9))
    return jnp.einsum("nhwv,wv->nhw", shares, away.astype(left.dtype))


def warped(x, flow):
    """x (N, H, W, C) sampled bilinearly where the flow (N, H, W, 2) points."""
    n, h, w, c = x.shape
    rows = jnp.clip(jnp.arange(h)[:, None] + 20 * flow[..., 0], 0, h - 1.01)
    columns = jnp.clip(jnp.arange(w) + 20 * flow[..., 1], 0, w - 1.01)
    top, left = rows.astype(int), columns.astype(int)
    down, right = (rows - top)[..., None], (columns - left)[..., None]
    taken = lambda r, k: jnp.take_along_axis(x.reshape(n, h * w, c), (r * w + k).reshape(n, -1, 1), 1).reshape(x.shape)
    upper = taken(top, left) * (1 - right) + taken(top, left + 1) * right
    lower = taken(top + 1, left) * (1 - right) + taken(top + 1, left + 1) * right
    return upper * (1 - down) + lower * down


def encoder(weight, x, order="NHWC", features=32):
    x = jax.nn.relu(conv(weight, x, features // 2, 5, order, stride=2))
    return conv(weight, x, features, 3, order, stride=2)


def gated(weight, hidden, x, order="NHWC", size=3):
    """A convolutional gated recurrent unit."""
    channel = order.index("C")
    width = hidden.shape[channel]
    joint = jnp.concatenate([hidden, x], channel)
    update, reset = jnp.split(jax.nn.sigmoid(conv(weight, joint, 2 * width, size, order)), 2, channel)
    new = jnp.tanh(conv(weight, jnp.concatenate([reset * hidden, x], channel), width, size, order))
    return (1 - update) * hidden + update * new


def updated(weight, hidden, volume, flow):
    """One round: costs and flow encoded, the hidden state updated, the flow moved (all NHWC)."""
    costs = jax.nn.relu(conv(weight, volume, 32, 1))
    motion = jax.nn.relu(conv(weight, flow, 16, 5))
    hidden = gated(weight, hidden, jnp.concatenate([costs, motion], -1))
    return hidden, flow + conv(weight, hidden, 2, 3)


def network(weight, first, second, order="NHWC"):
    one, other = jnp.split(encoder(weight, jnp.concatenate([first, second]), order), 2)
    volume = local(one, other, order=order)
    return conv(weight, jax.nn.relu(conv(weight, volume, 24, 3, order)), 2, 3, order)


def programs(random):
    for order in ("NHWC", "NCHW"):
        name, side, channels = order.lower(), random.choice([18, 20, 22]), random.choice([32, 48, 64])
        x = image(order, 3, side, channels)
        yield f"pyramid_{name}_s{side}", partial(pyramid, order=order), (x, x)
        side = random.choice([24, 32, 36])
        x = image(order, 6, side, random.choice([24, 32]))
        model = lambda weight, *images, order=order: local(*images, order=order)
        yield f"local_{name}_s{side}", *forward(model, x, x)
        yield f"local_{name}_s{side}_grad", *backward(model, x, x)
        x, hidden = image(order, 2, 20, 40), image(order, 2, 20, 24)
        yield f"gated_{name}_grad", *backward(partial(gated, order=order, size=(1, 5)), hidden, x)
        yield f"net_{name}", *forward(partial(network, order=order), *[image(order, 3, 72, 3)] * 2)
    x = image("NHWC", 6, 16, 48)
    yield "all_pairs_grad", *backward(lambda weight, *images: all_pairs(*images), x, x)
    x = image("NHWC", 4, 32, 32, 64)
    yield "disparity", disparity, (x, x)
    yield "disparity_grad", *backward(lambda weight, *images: disparity(*images), x, x)
    yield "warped", warped, (image("NHWC", 6, 64, 24), struct(6, 64, 64, 2))
    inputs = image("NHWC", 6, 40, 24), struct(6, 40, 40, 2)
    yield "warped_grad", *backward(lambda weight, *inputs: warped(*inputs), *inputs)
    yield "updated", *forward(updated, image("NHWC", 2, 24, 32), image("NHWC", 2, 24, 50), struct(2, 24, 24, 2))
    yield "net_step", *training(square(network), *[image("NHWC", 2, 48, 3)] * 2, struct(2, 12, 12, 2))
