"""Video and volumes: 3-D convolutions, factored into space and time, channel-separated, shifts along time, recurrent
convolutions over frames and attention split between space and time."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import affine, attention, backward, classified, conv, dense, forward, indices, norm, pool, struct, training


def clip(order, batch, frames, side, channels):
    extents = {"N": batch, "D": frames, "H": side, "W": side, "C": channels}
    return struct(*(extents[axis] for axis in order))


def dense3d(weight, x, features=16, order="NDHWC", size=3):
    x = affine(weight, conv(weight, x, features, size, order), order.index("C"))
    return jax.nn.relu(x)


def factored(weight, x, features=24, order="NDHWC"):
    """(2 + 1)-D: a convolution of frames, then one along time."""
    middle = jax.nn.relu(affine(weight, conv(weight, x, features, (1, 3, 3), order), order.index("C")))
    return jax.nn.relu(x + conv(weight, middle, x.shape[order.index("C")], (3, 1, 1), order))


def separated(weight, x, order="NDHWC"):
    """Pointwise, depthwise in 3-D and pointwise."""
    channels = x.shape[order.index("C")]
    inner = jax.nn.relu(conv(weight, x, 2 * channels, 1, order))
    inner = jax.nn.relu(conv(weight, inner, 2 * channels, 3, order, groups=2 * channels))
    return x + conv(weight, inner, channels, 1, order)


def shifted(weight, x, features=32):
    """A quarter of the channels moved a frame on, a quarter a frame back, then 2-D convolutions (N, D, H, W, C)."""
    n, d, h, w, c = x.shape
    on, back, rest = jnp.split(x, [c // 4, c // 2], -1)
    zeros = jnp.zeros_like(on[:, :1])
    on, back = jnp.concatenate([zeros, on[:, :-1]], 1), jnp.concatenate([back[:, 1:], zeros], 1)
    inner = jnp.concatenate([on, back, rest], -1).reshape(n * d, h, w, c)
    return x + conv(weight, jax.nn.relu(conv(weight, inner, features, 3)), c, 1).reshape(x.shape)


def recurrent(weight, x, width=16):
    """A convolutional LSTM over the frames (N, D, H, W, C): the last hidden state."""
    n, d, h, w, c = x.shape
    kernel = weight(3, 3, c + width, 4 * width)

    def step(state, frame):
        hidden, cell = state
        joint = jnp.concatenate([frame, hidden], -1)
        gates = jax.lax.conv_general_dilated(joint, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        keep, write, show, new = jnp.split(gates, 4, -1)
        cell = jax.nn.sigmoid(keep) * cell + jax.nn.sigmoid(write) * jnp.tanh(new)
        return (jax.nn.sigmoid(show) * jnp.tanh(cell), cell), None

    start = jnp.zeros((n, h, w, width))
    return jax.lax.scan(step, (start, start), x.swapaxes(0, 1))[0][0]


def divided(weight, x, heads=4):
    """Attention over time for every place, then over places for every frame (B, frames, places, C)."""
    b, f, p, c = x.shape
    head = lambda value: dense(weight, value, c).reshape(b, f, p, heads, c // heads)
    for order, result in (("bphtd", "bfphd->bphfd"), ("bfhtd", "bfphd->bfhpd")):
        inner = norm(weight, x)
        queries, keys, values = (jnp.einsum(result, head(inner)) for _ in range(3))
        mixed = attention(queries, keys, values, order.replace("f", "a"))
        back = "->".join(result.split("->")[::-1])
        x = x + dense(weight, jnp.einsum(back, mixed).reshape(x.shape), c)
    return x


def network(weight, x, order="NDHWC", widths=(8, 16), classes=9):
    for width in widths:
        x = pool(dense3d(weight, x, width, order), 2, order=order, by="mean")
    return dense(weight, x.mean([order.index(axis) for axis in "DHW"]), classes)


def programs(random):
    for order in ("NDHWC", "NCDHW"):
        name, frames, side = order.lower(), random.choice([4, 6, 8]), random.choice([12, 14, 16])
        x = clip(order, 2, frames, side, random.choice([12, 16, 20]))
        yield f"dense_{name}_d{frames}_s{side}", *forward(partial(dense3d, order=order), x)
        yield f"factored_{name}_d{frames}_s{side}", *forward(partial(factored, order=order), x)
        yield f"factored_{name}_d{frames}_s{side}_grad", *backward(partial(factored, order=order), x)
        yield f"separated_{name}", *forward(partial(separated, order=order), clip(order, 1, 3, 10, 8))
        loss = classified(partial(network, order=order))
        yield f"net_{name}_step", *training(loss, clip(order, 1, 4, 16, 3), indices(1))
    yield "dense_ndhwc_grad", *backward(dense3d, clip("NDHWC", 1, 4, 12, 8))
    yield "shifted", *forward(shifted, clip("NDHWC", 3, 8, 16, 40))
    yield "shifted_grad", *backward(shifted, clip("NDHWC", 3, 6, 14, 32))
    yield "recurrent", *forward(recurrent, clip("NDHWC", 2, 6, 16, 8))
    yield "recurrent_grad", *backward(recurrent, clip("NDHWC", 1, 4, 10, 8))
    yield "divided", *forward(divided, struct(4, 6, 49, 48))
    yield "divided_grad", *backward(divided, struct(4, 5, 36, 48))
