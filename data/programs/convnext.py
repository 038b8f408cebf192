"""ConvNeXt: wide depthwise convolutions, layer norm and a two-layer perceptron per pixel, channels last or first."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, classified, conv, dense, forward, image, indices, norm, training


def global_response(weight, x):
    """Channels weighed by their energy relative to the other channels' (ConvNeXt v2)."""
    energy = jnp.sqrt((x ** 2).sum((1, 2), keepdims=True) + 1e-3)
    return x + weight(x.shape[-1]) * x * (energy / energy.mean(-1, keepdims=True))


def block(weight, x, size=7, expansion=4, responsive=False, transposed=False):
    """In NHWC, the perceptron as two matrix products."""
    channels = x.shape[-1]
    inner = norm(weight, conv(weight, x, channels, size, groups=channels))
    inner = jax.nn.gelu(dense(weight, inner, expansion * channels, transposed))
    inner = dense(weight, global_response(weight, inner) if responsive else inner, channels, transposed)
    return x + weight(channels) * inner


def block_first(weight, x, size=7, expansion=4):
    """In NCHW: transposed to NHWC for norm and perceptron, and back."""
    channels = x.shape[1]
    inner = conv(weight, x, channels, size, "NCHW", groups=channels).transpose(0, 2, 3, 1)
    inner = dense(weight, jax.nn.gelu(dense(weight, norm(weight, inner), expansion * channels)), channels)
    return x + (weight(channels) * inner).transpose(0, 3, 1, 2)


def block_pointwise(weight, x, size=5, expansion=3):
    """In NCHW all the way: norm over axis 1, the perceptron as einsums over axis 1."""
    channels = x.shape[1]
    inner = norm(weight, conv(weight, x, channels, size, "NCHW", groups=channels), 1, 1)
    inner = jax.nn.gelu(jnp.einsum("nchw,dc->ndhw", inner, weight(expansion * channels, channels)))
    return x + jnp.einsum("ndhw,cd->nchw", inner, weight(channels, expansion * channels))


def downsampled(weight, x):
    return conv(weight, norm(weight, x), 2 * x.shape[-1], 2, stride=2)


def network(weight, x, width=16, depths=(1, 2), patch=4, classes=10):
    x = norm(weight, conv(weight, x, width, patch, stride=patch, padding="VALID"))
    for stage, depth in enumerate(depths):
        x = downsampled(weight, x) if stage else x
        for _ in range(depth):
            x = block(weight, x)
    return dense(weight, norm(weight, x.mean((1, 2))), classes)


def programs(random):
    for name, model, order in (("last", block, "NHWC"), ("first", block_first, "NCHW"),
                               ("pointwise", block_pointwise, "NCHW")):
        for way, suffix in ((forward, ""), (backward, "_grad")):
            batch, side, channels = random.choice([2, 3, 4]), random.choice([12, 14, 17]), random.choice([24, 32, 40])
            size = random.choice([3, 5, 7] if way is forward else [3, 5])
            x = image(order, batch, side, channels)
            yield f"{name}_k{size}_s{side}{suffix}", *way(partial(model, size=size), x)
    model = partial(block, size=5, responsive=True, transposed=True)
    yield "responsive", *forward(model, image("NHWC", 4, 14, 32))
    yield "responsive_grad", *backward(model, image("NHWC", 2, 14, 24))
    yield "bf16", *forward(partial(block, size=3), image("NHWC", 2, 14, 32, dtype=jnp.bfloat16))
    yield "net", *forward(partial(network, width=24), image("NHWC", 4, 56, 3))
    yield "net_step", *training(classified(network), image("NHWC", 4, 40, 3), indices(4))
