"""Inception: branches of different reach side by side, concatenated; factored convolutions, poolings as branches, fire
modules, and heads that help in the middle."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import affine, backward, classified, conv, dense, forward, image, indices, pool, training


def unit(weight, x, features, size, order, **options):
    return jax.nn.relu(affine(weight, conv(weight, x, features, size, order, **options), order.index("C")))


def joined(branches, order):
    return jnp.concatenate(branches, order.index("C"))


def module(weight, x, order="NHWC", width=16):
    """The first kind: 1x1, 3x3, 5x5 and a pooling."""
    return joined([unit(weight, x, width, 1, order),
                   unit(weight, unit(weight, x, width, 1, order), 2 * width, 3, order),
                   unit(weight, unit(weight, x, width // 2, 1, order), width, 5, order),
                   unit(weight, pool(x, 3, 1, order, padding="SAME"), width, 1, order)], order)


def factored(weight, x, order="NHWC", width=12):
    """Long convolutions along rows and columns in turn."""
    long = unit(weight, x, width, 1, order)
    for size in ((1, 7), (7, 1)):
        long = unit(weight, long, width, size, order)
    return joined([unit(weight, x, width, 1, order), long,
                   unit(weight, pool(x, 3, 1, order, "mean", "SAME"), width, 1, order)], order)


def forked(weight, x, order="NHWC", width=16):
    """A branch that forks in a row and a column at its end."""
    middle = unit(weight, x, width, 3, order)
    return joined([unit(weight, middle, width, (1, 3), order), unit(weight, middle, width, (3, 1), order),
                   unit(weight, x, width, 1, order)], order)


def reduced(weight, x, order="NHWC", width=24):
    """Half the extents: convolutions of stride two beside a pooling."""
    return joined([unit(weight, x, width, 3, order, stride=2, padding="VALID"), pool(x, 3, 2, order),
                   unit(weight, unit(weight, x, width, 1, order), width, 3, order, stride=2, padding="VALID")], order)


def residual(weight, x, order="NHWC", width=12):
    """Inception-ResNet: branches mixed back to the width of x, a part of it added."""
    inner = joined([unit(weight, x, width, 1, order),
                    unit(weight, unit(weight, x, width, 1, order), width, 3, order)], order)
    return jax.nn.relu(x + .2 * conv(weight, inner, x.shape[order.index("C")], 1, order))


def fire(weight, x, order="NHWC", width=16):
    """SqueezeNet: few channels, then 1x1 and 3x3 from them."""
    few = unit(weight, x, width, 1, order)
    return joined([unit(weight, few, 2 * width, 1, order), unit(weight, few, 2 * width, 3, order)], order)


def network(weight, x, order="NHWC", classes=11):
    x = unit(weight, x, 16, 3, order, stride=2)
    x = module(weight, x, order, 8)
    halfway = dense(weight, x.mean((order.index("H"), order.index("W"))), classes)
    x = factored(weight, reduced(weight, x, order, 12), order)
    return dense(weight, x.reshape(x.shape[0], -1), classes, transposed=True) + .3 * halfway


def programs(random):
    for block in (module, factored, forked, reduced, residual, fire):
        for order in ("NHWC", "NCHW"):
            batch, side, channels = random.choice([3, 4, 5]), random.choice([14, 17, 21]), random.choice([32, 40, 48])
            way, suffix = random.choice([(forward, ""), (backward, "_grad")])
            model = partial(block, order=order, width=random.choice([12, 16, 20]))
            yield f"{block.__name__}_{order.lower()}_s{side}{suffix}", *way(model, image(order, batch, side, channels))
    yield "net_nchw", *forward(partial(network, order="NCHW"), image("NCHW", 6, 45, 3))
    for order in ("NHWC", "NCHW"):
        loss = classified(partial(network, order=order))
        yield f"net_{order.lower()}_step", *training(loss, image(order, 4, 33, 3), indices(4))
