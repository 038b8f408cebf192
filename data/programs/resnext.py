"""Grouped residual networks: ResNeXt's grouped convolutions, split attention, shuffled groups and ghost features."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import affine, backward, classified, conv, dense, forward, image, indices, struct, training


def unit(weight, x, features, order, size=1, groups=1, stride=1, active=True):
    x = affine(weight, conv(weight, x, features, size, order, groups=groups, stride=stride), order.index("C"))
    return jax.nn.relu(x) if active else x


def grouped(weight, x, hidden=32, groups=4, order="NHWC"):
    inner = unit(weight, unit(weight, x, hidden, order), hidden, order, 3, groups)
    return jax.nn.relu(x + unit(weight, inner, x.shape[order.index("C")], order, active=False))


def by_einsum(weight, x, groups=4, order="nhwgc"):
    """Grouped pointwise convolutions as one batched product; the axis g of groups anywhere in `order` of x."""
    channels = x.shape[order.index("c")]
    for before, after in ((channels, 2 * channels), (2 * channels, channels)):
        x = jax.nn.relu(jnp.einsum(f"{order},gcd->{order.replace('c', 'd')}", x, weight(groups, before, after)))
    return x


def split_attended(weight, x, radix=2, order="NHWC"):
    """ResNeSt: groups of features weighed against each other by what the whole image holds."""
    channel = order.index("C")
    width = x.shape[channel]
    inner = unit(weight, x, radix * width, order, 3, radix)
    parts = jnp.stack(jnp.split(inner, radix, channel))
    axes = order.index("H"), order.index("W")
    hidden = jax.nn.relu(dense(weight, parts.sum(0).mean(axes), max(8, width // 4)))
    shares = jax.nn.softmax(dense(weight, hidden, radix * width).reshape(-1, radix, width), 1)
    return x + jnp.einsum(f"r{order.lower()},nrc->{order.lower()}", parts, shares)


def shuffled(x, groups, order):
    """Channels of the groups interleaved."""
    channel = order.index("C")
    split = x.reshape(*x.shape[:channel], groups, -1, *x.shape[channel + 1:])
    return split.swapaxes(channel, channel + 1).reshape(x.shape)


def shuffle(weight, x, groups=3, order="NHWC"):
    """ShuffleNet: grouped pointwise convolutions with a shuffle between, a depthwise one inside."""
    width = x.shape[order.index("C")]
    inner = shuffled(unit(weight, x, width, order, groups=groups), groups, order)
    inner = unit(weight, inner, width, order, 3, groups=width, active=False)
    return jax.nn.relu(x + unit(weight, inner, width, order, groups=groups, active=False))


def halved(weight, x, order="NHWC"):
    """ShuffleNet v2: half of the channels pass, the other half is convolved, then both are shuffled."""
    channel = order.index("C")
    left, right = jnp.split(x, 2, channel)
    width = right.shape[channel]
    right = unit(weight, right, width, order)
    right = unit(weight, unit(weight, right, width, order, 3, groups=width, active=False), width, order)
    return shuffled(jnp.concatenate([left, right], channel), 2, order)


def ghost(weight, x, features=48, order="NHWC"):
    """Half of the features by a convolution, the other half cheaply from those."""
    first = unit(weight, x, features // 2, order)
    cheap = unit(weight, first, features // 2, order, 3, groups=features // 2)
    return jnp.concatenate([first, cheap], order.index("C"))


def network(weight, x, block=grouped, order="NHWC", width=24, depth=3, classes=10):
    x = unit(weight, x, width, order, 3, stride=2)
    for _ in range(depth):
        x = block(weight, x, order=order)
    return dense(weight, x.mean((order.index("H"), order.index("W"))), classes)


def programs(random):
    blocks = {grouped: [24, 32], split_attended: [24, 32], shuffle: [24, 36], halved: [32, 48], ghost: [24, 40]}
    for block, widths in blocks.items():
        for order in ("NHWC", "NCHW"):
            way, suffix = random.choice([(forward, ""), (backward, "_grad")])
            side, batch = random.choice([16, 20, 24] if way is forward else [10, 12]), random.choice([3, 4, 5])
            x = image(order, batch, side, random.choice(widths))
            yield f"{block.__name__}_{order.lower()}_s{side}{suffix}", *way(partial(block, order=order), x)
    extents = {"n": 6, "h": 16, "w": 16, "g": 4, "c": 24}
    for order in ("nhwgc", "ngchw", "gnhwc", "ncghw"):
        x = struct(*(extents[axis] for axis in order))
        way, suffix = random.choice([(forward, ""), (backward, "_grad")])
        yield f"einsum_{order}{suffix}", *way(partial(by_einsum, order=order), x)
    yield "net_nchw", *forward(partial(network, block=shuffle, order="NCHW"), image("NCHW", 4, 30, 3))
    yield "net_step", *training(classified(partial(network, block=halved)), image("NHWC", 6, 28, 3), indices(6))
