"""Super-resolution: convolutions at low resolution, then pixels shuffled from channels to space in several orders."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, conv, dense, forward, image, square, training


def shuffled(x, factor, order="NHWC", channels_first=False):
    """Channels moved to space, factor x factor of them; channels_first: the new channels are the slower part."""
    n, c, h, w = (x.shape[order.index(axis)] for axis in "NCHW")
    split = (c // factor ** 2, factor, factor) if channels_first else (factor, factor, c // factor ** 2)
    parts = "cab" if channels_first else "abc"
    if order == "NHWC":
        pixels, source, result = x.reshape(n, h, w, *split), "nhw" + parts, "nhawbc"
        shape = n, h * factor, w * factor, -1
    else:
        pixels, source, result = x.reshape(n, *split, h, w), "n" + parts + "hw", "nchawb"
        shape = n, -1, h * factor, w * factor
    return pixels.transpose([source.index(axis) for axis in result]).reshape(shape)


def unshuffled(x, factor):
    """Space moved to channels, in NHWC."""
    n, h, w, c = x.shape
    return x.reshape(n, h // factor, factor, w // factor, factor, c).transpose(0, 1, 3, 2, 4, 5).reshape(
        n, h // factor, w // factor, -1)


def tail(weight, x, factor=2, features=12, order="NHWC", channels_first=False):
    x = jax.nn.leaky_relu(conv(weight, x, features * factor ** 2, 3, order))
    return conv(weight, shuffled(x, factor, order, channels_first), 3, 3, order)


def attended(weight, x, order="NHWC"):
    """A residual block with channel attention."""
    axes, width = (order.index("H"), order.index("W")), x.shape[order.index("C")]
    inner = conv(weight, jax.nn.relu(conv(weight, x, width, 3, order)), width, 3, order)
    gate = jax.nn.sigmoid(dense(weight, jax.nn.silu(dense(weight, inner.mean(axes), width // 4)), width))
    return x + inner * jnp.expand_dims(gate, axes)


def distilled(weight, x, kept=8):
    """Information distillation: after each convolution some channels are kept for the end, the rest go on."""
    parts, width = [], x.shape[-1]
    rest = x
    for _ in range(3):
        out = jax.nn.leaky_relu(conv(weight, rest, width, 3))
        parts.append(out[..., :kept])
        rest = out[..., kept:]
    return x + conv(weight, jnp.concatenate([*parts, rest], -1), width, 1)


def network(weight, x, width=24, depth=2, factor=2, order="NHWC"):
    first = conv(weight, x, width, 3, order)
    inner = first
    for _ in range(depth):
        inner = attended(weight, inner, order)
    return tail(weight, first + inner, factor, 8, order)


def rescaled(weight, x):
    """Down to a quarter of the pixels, convolved there and up again."""
    inner = jax.nn.relu(conv(weight, unshuffled(x, 2), 32, 3))
    return x + shuffled(conv(weight, inner, 4 * x.shape[-1], 1), 2)


def programs(random):
    for order in ("NHWC", "NCHW"):
        side, factor, name = random.choice([20, 24, 31]), random.choice([2, 3]), order.lower()
        x = image(order, random.choice([2, 3]), side, 20)
        for channels_first in (False, True):
            model = partial(tail, factor=factor, order=order, channels_first=channels_first)
            yield f"tail{factor}_{name}_{'slow' if channels_first else 'fast'}_s{side}", *forward(model, x)
        yield f"tail{factor}_{name}_grad", *backward(partial(tail, factor=factor, features=8, order=order), x)
        yield f"attended_{name}_grad", *backward(partial(attended, order=order), image(order, 5, side, 24))
        model = partial(network, order=order)
        yield f"net_{name}_s{side}", *forward(model, image(order, 4, side, 3))
    yield "distilled", *forward(distilled, image("NHWC", 6, 24, 40))
    yield "distilled_grad", *backward(distilled, image("NHWC", 4, 21, 32))
    yield "rescaled", *forward(rescaled, image("NHWC", 8, 64, 6))
    yield "net_step", *training(square(partial(network, width=16)), image("NHWC", 2, 20, 3), image("NHWC", 2, 40, 3))
