"""Convolutions alone and in short chains: dense, grouped, depthwise, dilated, strided and transposed, with images and
kernels in every usual order and some unusual ones."""
import jax
import jax.numpy as jnp

from layers import backward, conv, forward, image

SHORT = {"NHWC": "nhwc", "NCHW": "nchw"}


def pair(first, second, **options):
    """Two convolutions with the same options, a nonlinearity between them and a sum over channels' squares after."""
    def model(weight, x):
        order = options.get("order", "NHWC")
        x = jax.nn.silu(conv(weight, x, first, **options))
        x = conv(weight, x, second, **{**options, "order": options.get("to", order)})
        channel = options.get("to", order).index("C")
        return x * jax.lax.rsqrt(1e-3 + (x ** 2).sum(channel, keepdims=True))
    return model


def chain(order, hidden, features):
    """Wide, deep and narrow again, with an addition of the first result."""
    def model(weight, x):
        first = jax.nn.relu(conv(weight, x, hidden, 1, order))
        middle = jax.nn.relu(conv(weight, first, hidden, 3, order, groups=hidden))
        return conv(weight, first + middle, features, 1, order)
    return model


def reordered(weight, x):
    """NCHW, then NHWC, then NCHW once more by explicit transposes."""
    x = jax.nn.relu(conv(weight, x, 24, 3, "NCHW"))
    x = jax.nn.relu(conv(weight, x.transpose(0, 2, 3, 1), 32, 3, "NHWC"))
    return conv(weight, x.transpose(0, 3, 1, 2), 16, 3, "NCHW")


def programs(random):
    for order, name in SHORT.items():
        side, channels, features = random.choice([20, 27, 32]), random.choice([24, 32, 40]), random.choice([24, 32, 48])
        x = image(order, random.choice([2, 3, 4]), side, channels)
        yield f"dense_{name}_s{side}", *forward(pair(features, 32, order=order), x)
        yield f"grouped_{name}_s{side}", *forward(pair(64, 32, order=order, groups=4), x)
        yield f"chain_{name}_s{side}", *forward(chain(order, 2 * features, channels), x)
        yield f"chain_{name}_s{side}_grad", *backward(chain(order, 2 * features, channels), x)
    side = random.choice([27, 32, 40])
    x = image("NHWC", 4, side, 24)
    yield f"oihw_kernel_s{side}", *forward(pair(24, 32, kernel="OIHW"), x)
    yield f"nhwc_to_nchw_s{side}", *forward(pair(24, 32, to="NCHW"), x)
    yield f"hwnc_s{side}_grad", *backward(pair(16, 12, order="HWNC", kernel="HWOI"), image("HWNC", 4, side, 16))
    yield f"dilated_nhwc_s{side}_grad", *backward(pair(24, 16, dilation=2), x)
    yield f"strided_nchw_s{side}_grad", *backward(pair(48, 64, order="NCHW", stride=2), image("NCHW", 4, side, 24))
    yield f"transposed_nhwc_s{side}", *forward(pair(16, 8, up=2, size=4), image("NHWC", 2, side // 2, 32))
    yield f"asymmetric_s{side}_grad", *backward(pair(32, 24, size=(1, 7)), image("NHWC", 2, side, 24, side + 5))
    yield f"bf16_nhwc_s{side}", *forward(pair(32, 32), image("NHWC", 2, side, 32, dtype=jnp.bfloat16))
    yield f"reordered_s{side}", *forward(reordered, image("NCHW", 3, side, 16))
    yield f"reordered_s{side}_grad", *backward(reordered, image("NCHW", 1, side, 16))
