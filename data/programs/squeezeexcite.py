"""Gates on features: of channels from means of places (squeeze and excitation), of places, of both, along each axis, by
1-D convolutions over channels, and attention of channels over second moments."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, classified, conv, dense, forward, image, indices, norm, pool, training


def spread(gate, order):
    """A gate (N, C) with axes of one place."""
    return jnp.expand_dims(gate, (order.index("H"), order.index("W")))


def places(order):
    return order.index("H"), order.index("W")


def channels(weight, x, order="NHWC", ratio=4, transposed=False):
    width = x.shape[order.index("C")]
    hidden = jax.nn.silu(dense(weight, x.mean(places(order)), width // ratio, transposed))
    return x * spread(jax.nn.sigmoid(dense(weight, hidden, width, transposed)), order)


def convolved(weight, x, order="NHWC"):
    """The same with convolutions of one place, as mobile networks have it."""
    width = x.shape[order.index("C")]
    whole = x.mean(places(order), keepdims=True)
    hidden = jax.nn.silu(conv(weight, whole, width // 4, 1, order))
    return x * jax.nn.sigmoid(conv(weight, hidden, width, 1, order))


def efficient(weight, x, order="NHWC", size=5):
    """ECA: a short convolution over the channels' means."""
    gate = conv(weight, x.mean(places(order))[..., None], 1, size, "NWC")[..., 0]
    return x * spread(jax.nn.sigmoid(gate), order)


def both(weight, x, order="NHWC"):
    """CBAM: channels gated by means and maxima, then places by the channels' mean and maximum."""
    channel, width = order.index("C"), x.shape[order.index("C")]
    first, second = weight(width, width // 4), weight(width // 4, width)
    look = lambda value: jax.nn.silu(value @ first) @ second
    x = x * spread(jax.nn.sigmoid(look(x.mean(places(order))) + look(x.max(places(order)))), order)
    seen = jnp.concatenate([x.mean(channel, keepdims=True), x.max(channel, keepdims=True)], channel)
    return x * jax.nn.sigmoid(conv(weight, seen, 1, 5, order))


def coordinates(weight, x, order="NHWC"):
    """A gate along rows times one along columns, both from one joint convolution."""
    row, column = places(order)
    width = x.shape[order.index("C")]
    down = x.mean(column, keepdims=True)
    across = x.mean(row, keepdims=True).swapaxes(row, column)
    joint = jax.nn.silu(conv(weight, jnp.concatenate([down, across], row), width // 2, 1, order))
    down, across = jnp.split(joint, [x.shape[row]], row)
    down = jax.nn.sigmoid(conv(weight, down, width, 1, order))
    across = jax.nn.sigmoid(conv(weight, across.swapaxes(row, column), width, 1, order))
    return x * down * across


def covariance(weight, x, order="NHWC"):
    """Gates from the second moments of a few channels."""
    few = conv(weight, x, 16, 1, order)
    lower = order.lower()
    moments = jnp.einsum(f"{lower},{lower.replace('c', 'd')}->ncd", few, few)
    hidden = jax.nn.silu(jnp.einsum("ncd,hcd->nh", moments, weight(32, 16, 16)))
    return x * spread(jax.nn.sigmoid(dense(weight, hidden, x.shape[order.index("C")])), order)


def block(weight, x, gate, order="NHWC"):
    """A residual block with a gate before the sum."""
    width = x.shape[order.index("C")]
    inner = jax.nn.relu(norm(weight, conv(weight, x, width, 3, order), places(order), order.index("C")))
    return jax.nn.relu(x + gate(weight, conv(weight, inner, width, 3, order), order))


def network(weight, x, gate=channels, order="NHWC", classes=12):
    for width in (16, 32):
        x = block(weight, conv(weight, x, width, 3, order, stride=2), gate, order)
    return dense(weight, pool(x, 2, order=order).reshape(x.shape[0], -1), classes, transposed=True)


def programs(random):
    for gate in (channels, convolved, efficient, both, coordinates, covariance):
        for order in ("NHWC", "NCHW"):
            batch, side, width = random.choice([8, 10, 12]), random.choice([24, 27, 32]), random.choice([40, 48, 64])
            way, suffix = random.choice([(forward, ""), (backward, "_grad")])
            name = f"{gate.__name__}_{order.lower()}_s{side}{suffix}"
            yield name, *way(partial(gate, order=order), image(order, batch, side, width))
    for order, gate in (("NHWC", both), ("NCHW", channels)):
        yield f"block_{order.lower()}_grad", *backward(partial(block, gate=gate, order=order), image(order, 4, 20, 24))
        loss = classified(partial(network, gate=gate, order=order))
        yield f"net_{order.lower()}_step", *training(loss, image(order, 4, 32, 3), indices(4))
