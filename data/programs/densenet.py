"""Dense networks: every layer reads the concatenation of all before it; transitions halve channels and extents."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import affine, backward, batchnorm, classified, conv, dense, forward, image, indices, pool, training


def layer(weight, x, growth, order, frozen):
    channel = order.index("C")
    normalized = lambda x: affine(weight, x, channel) if frozen else batchnorm(weight, x, order)
    inner = conv(weight, jax.nn.relu(normalized(x)), 2 * growth, 1, order)
    return conv(weight, jax.nn.relu(normalized(inner)), growth, 3, order)


def block(weight, x, layers, growth, order="NHWC", frozen=False, newest_first=False):
    for _ in range(layers):
        new = layer(weight, x, growth, order, frozen)
        x = jnp.concatenate([new, x] if newest_first else [x, new], order.index("C"))
    return x


def transition(weight, x, order="NHWC", frozen=False):
    x = jax.nn.relu(affine(weight, x, order.index("C")) if frozen else batchnorm(weight, x, order))
    return pool(conv(weight, x, x.shape[order.index("C")] // 2, 1, order), 2, order=order, by="mean")


def network(weight, x, blocks, growth, order="NHWC", frozen=False, classes=10):
    x = conv(weight, x, 2 * growth, 3, order)
    for layers in blocks[:-1]:
        x = transition(weight, block(weight, x, layers, growth, order, frozen), order, frozen)
    x = block(weight, x, blocks[-1], growth, order, frozen)
    return dense(weight, x.mean((order.index("H"), order.index("W"))), classes)


def programs(random):
    for order in ("NHWC", "NCHW"):
        for way, suffix in ((forward, ""), (backward, "_grad")):
            side, layers, growth = random.choice([16, 19, 24]), random.choice([2, 3]), random.choice([12, 16])
            x = image(order, random.choice([5, 6, 8]), side, random.choice([32, 48, 61]))
            model = partial(block, layers=layers, growth=growth, order=order, frozen=True, newest_first=suffix == "")
            yield f"block{layers}_{order.lower()}_s{side}{suffix}", *way(model, x)
            x = image(order, 8, 32, random.choice([48, 64]))
            yield f"transition_{order.lower()}{suffix}", *way(partial(transition, order=order), x)
        frozen = partial(network, blocks=[3, 3, 2], growth=12, order=order, frozen=True)
        yield f"net_{order.lower()}", *forward(frozen, image(order, 4, 32, 3))
        loss = classified(partial(network, blocks=[2, 2], growth=random.choice([8, 12]), order=order))
        yield f"net_{order.lower()}_step", *training(loss, image(order, 4, 24, 3), indices(4))
