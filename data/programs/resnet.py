"""Residual networks: basic, bottleneck and pre-activation blocks, stems, strided shortcuts, and small nets' steps."""
from functools import partial

import jax

from layers import affine, backward, batchnorm, classified, conv, dense, forward, image, indices, pool, training


def unit(weight, x, features, order, size=3, stride=1, active=True, frozen=False):
    """Convolution, batch norm (frozen: what is left of it after training) and a nonlinearity."""
    x = conv(weight, x, features, size, order, stride=stride)
    x = affine(weight, x, order.index("C")) if frozen else batchnorm(weight, x, order)
    return jax.nn.relu(x) if active else x


def shortcut(weight, x, features, order, stride, frozen):
    same = stride == 1 and x.shape[order.index("C")] == features
    return x if same else unit(weight, x, features, order, 1, stride, False, frozen)


def basic(weight, x, features, order="NHWC", stride=1, frozen=False):
    inner = unit(weight, x, features, order, 3, stride, frozen=frozen)
    inner = unit(weight, inner, features, order, active=False, frozen=frozen)
    return jax.nn.relu(inner + shortcut(weight, x, features, order, stride, frozen))


def bottleneck(weight, x, features, order="NHWC", stride=1, frozen=False):
    inner = unit(weight, x, features // 4, order, 1, frozen=frozen)
    inner = unit(weight, inner, features // 4, order, 3, stride, frozen=frozen)
    inner = unit(weight, inner, features, order, 1, active=False, frozen=frozen)
    return jax.nn.relu(inner + shortcut(weight, x, features, order, stride, frozen))


def preactivated(weight, x, features, order="NHWC", stride=1, frozen=False):
    y = jax.nn.relu(batchnorm(weight, x, order))
    inner = conv(weight, y, features, 3, order, stride=stride)
    inner = conv(weight, jax.nn.relu(batchnorm(weight, inner, order)), features, 3, order)
    return inner + (x if y.shape == inner.shape else conv(weight, y, features, 1, order, stride=stride))


def stem(order):
    return lambda weight, x: pool(unit(weight, x, 24, order, 7, 2), 3, 2, order, padding="SAME")


def network(block, order, widths, classes=10):
    def model(weight, x):
        x = unit(weight, x, widths[0], order)
        for stage, width in enumerate(widths):
            x = block(weight, x, width, order, 1 if stage == 0 else 2)
        return dense(weight, x.mean((order.index("H"), order.index("W"))), classes)
    return model


def programs(random):
    for order in ("NHWC", "NCHW"):
        for block in (basic, bottleneck, preactivated):
            batch, side, width = random.choice([4, 6, 8]), random.choice([16, 20, 27]), random.choice([32, 40, 48])
            features, stride = random.choice([(width, 1), (2 * width, 2)])
            model = partial(block, features=features, order=order, stride=stride, frozen=block != preactivated)
            way, suffix = random.choice([(forward, ""), (backward, "_grad")])
            yield f"{block.__name__}_{order.lower()}_s{side}{suffix}", *way(model, image(order, batch, side, width))
    yield "batchnorm_nchw", *backward(partial(unit, features=40, order="NCHW"), image("NCHW", 4, 20, 32))
    yield "stem_nchw", *backward(stem("NCHW"), image("NCHW", 2, 48, 3))
    yield "stem_nhwc", *forward(stem("NHWC"), image("NHWC", 3, 63, 3))
    yield "net_nhwc", *forward(network(basic, "NHWC", [16, 32, 64]), image("NHWC", 4, 32, 3))
    yield "net_nchw", *forward(network(bottleneck, "NCHW", [48, 64, 96]), image("NCHW", 4, 32, 3))
    loss = classified(network(basic, "NHWC", [24, 32, 48]))
    yield "net_nhwc_step", *training(loss, image("NHWC", 4, 24, 3), indices(4))
    loss = classified(network(preactivated, "NCHW", [16, 24, 36], classes=17))
    yield "net_nchw_momentum", *training(loss, image("NCHW", 5, 23, 3), indices(5), momentum=.9)
