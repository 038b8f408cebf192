"""Mobile networks: separable convolutions and inverted residuals (wide, depthwise, narrow), with or without gates.
NHWC nets are
those one uses (batch norms frozen), NCHW nets those one trains."""
from functools import partial

import jax

from layers import affine, backward, batchnorm, classified, conv, dense, forward, image, indices, training


def unit(weight, x, features, order, size=1, stride=1, groups=1, active=jax.nn.relu6):
    x = conv(weight, x, features, size, order, stride=stride, groups=groups)
    x = batchnorm(weight, x, order) if order == "NCHW" else affine(weight, x)
    return active(x) if active else x


def separable(weight, x, features, order, stride=1):
    channels = x.shape[order.index("C")]
    return unit(weight, unit(weight, x, channels, order, 3, stride, channels), features, order)


def gated(weight, x, order):
    axes = order.index("H"), order.index("W")
    channels = x.shape[order.index("C")]
    gate = dense(weight, jax.nn.relu(dense(weight, x.mean(axes), channels // 4)), channels)
    shape = [x.shape[axis] if order[axis] in "NC" else 1 for axis in range(4)]
    return x * jax.nn.hard_sigmoid(gate).reshape(shape)


def inverted(weight, x, features, order, stride=1, expansion=4, size=3, gate=False):
    channels = x.shape[order.index("C")]
    active = jax.nn.hard_swish if gate else jax.nn.relu6
    inner = unit(weight, x, expansion * channels, order, active=active)
    inner = unit(weight, inner, expansion * channels, order, size, stride, expansion * channels, active)
    inner = unit(weight, gated(weight, inner, order) if gate else inner, features, order, active=None)
    return x + inner if inner.shape == x.shape else inner


def network(block, widths, order, classes=10, **options):
    def model(weight, x):
        x = unit(weight, x, widths[0], order, 3, 2)
        for before, width in zip(widths, widths[1:]):
            x = block(weight, x, width, order, 1 if before == width else 2, **options)
        return dense(weight, x.mean((order.index("H"), order.index("W"))), classes, transposed=True)
    return model


def programs(random):
    for order in ("NHWC", "NCHW"):
        name = order.lower()
        for way, suffix in ((forward, ""), (backward, "_grad")):
            batch, side, width = random.choice([2, 3, 4]), random.choice([14, 17, 20, 28]), random.choice([12, 16, 24])
            x = image(order, batch, side, width)
            block = partial(separable, features=2 * random.choice([16, 24, 32]), order=order)
            yield f"separable_{name}_s{side}{suffix}", *way(block, x)
            stride, expansion, size = random.choice([1, 2]), random.choice([2, 3]), random.choice([3, 5])
            block = partial(inverted, features=width, order=order, stride=stride, expansion=expansion, size=size)
            yield f"inverted_{name}_s{side}{suffix}", *way(block, x)
        gate = partial(inverted, features=20, order=order, expansion=3, gate=True)
        yield f"gated_{name}", *forward(gate, image(order, 4, 16, 20))
    yield "net_nhwc", *forward(network(inverted, [16, 16, 24, 24, 32], "NHWC"), image("NHWC", 2, 40, 3))
    yield "net_nchw_gated", *forward(network(inverted, [12, 16, 24, 32], "NCHW", gate=True), image("NCHW", 4, 48, 3))
    loss = classified(network(separable, [12, 24, 48], "NHWC", classes=21))
    yield "net_nhwc_step", *training(loss, image("NHWC", 4, 33, 3), indices(4))
    loss = classified(network(inverted, [8, 8, 12], "NCHW", expansion=2, gate=True))
    yield "net_nchw_step", *training(loss, image("NCHW", 4, 24, 3), indices(4))
