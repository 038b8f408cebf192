"""Style transfer: Gram matrices of features in several orders, instance norms with given statistics, whitening by
iteration, and transformer nets that repaint an image."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, conv, dense, forward, image, norm, pool, struct, training


def gram(x, order="NHWC"):
    """Products of channels (N, C, C), averaged over positions."""
    lower, places = order.lower(), x.shape[order.index("H")] * x.shape[order.index("W")]
    return jnp.einsum(f"{lower},{lower.replace('c', 'd')}->ncd", x, x) / places


def flat_gram(x):
    """The same from NHWC by way of a matrix of positions."""
    flat = x.reshape(x.shape[0], -1, x.shape[-1])
    return flat.swapaxes(1, 2) @ flat / flat.shape[1]


def adapted(x, style, order="NHWC"):
    """Adaptive instance norm: x with the means and deviations of the style's features."""
    axes = order.index("H"), order.index("W")
    mean = lambda value: value.mean(axes, keepdims=True)
    deviation = lambda value: jnp.sqrt(mean((value - mean(value)) ** 2) + 1e-3)
    return (x - mean(x)) / deviation(x) * deviation(style) + mean(style)


def whitened(x, rounds=5):
    """x (N, H, W, C) with its channels decorrelated, by Newton's iteration for the inverse square root."""
    n, h, w, c = x.shape
    flat = x.reshape(n, h * w, c)
    flat = flat - flat.mean(1, keepdims=True)
    covariance = jnp.einsum("npc,npd->ncd", flat, flat) / (h * w) + 1e-2 * jnp.eye(c)
    trace = jnp.trace(covariance, axis1=1, axis2=2)[:, None, None]
    root = jnp.broadcast_to(jnp.eye(c), covariance.shape)
    for _ in range(rounds):
        root = 1.5 * root - .5 * root @ root @ root @ (covariance / trace)
    return (flat @ root * jax.lax.rsqrt(trace)).reshape(x.shape)


def swapped(content, style):
    """Every position of the content replaced by a softmax over the style's positions (NCHW)."""
    n, c, h, w = content.shape
    scores = jnp.einsum("nchw,ncij->nhwij", content, style).reshape(n, h, w, -1)
    shares = jax.nn.softmax(4 * scores).reshape(n, h, w, *style.shape[2:])
    return jnp.einsum("nhwij,ncij->nchw", shares, style)


def features(weight, x, order, widths=(12, 24, 32)):
    found = []
    for width in widths:
        x = jax.nn.relu(conv(weight, pool(x, order=order) if found else x, width, 3, order))
        found.append(x)
    return found


def loss(weight, x, content, style, order="NHWC"):
    """How far the features of x are from the content's, and their Gram matrices from the style's."""
    batch = jnp.concatenate([x, content, style])
    total = 0
    for level in features(weight, batch, order):
        mine, its, styles = jnp.split(level, 3)
        total += jnp.mean((mine - its) ** 2) + jnp.mean((gram(mine, order) - gram(styles, order)) ** 2)
    return total


def repainted(weight, x, style, order="NHWC", width=16):
    """A transformer net conditioned on a style vector: down, a residual block, up again."""
    axes, channel = (order.index("H"), order.index("W")), order.index("C")

    def conditioned(x):
        scale, offset = jnp.split(dense(weight, style, 2 * x.shape[channel]), 2, -1)
        return norm(weight, x, axes, channel) * (1 + jnp.expand_dims(scale, axes)) + jnp.expand_dims(offset, axes)

    x = jax.nn.relu(conditioned(conv(weight, x, width, 5, order)))
    x = jax.nn.relu(conditioned(conv(weight, x, 2 * width, 3, order, stride=2)))
    x = x + conv(weight, jax.nn.relu(conditioned(conv(weight, x, 2 * width, 3, order))), 2 * width, 3, order)
    return jax.nn.sigmoid(conv(weight, x, 3, 4, order, up=2))


def programs(random):
    only = lambda function, **options: lambda weight, *inputs: function(*inputs, **options)
    for order in ("NHWC", "NCHW", "HWNC", "NHCW"):
        side, channels = random.choice([32, 40, 45]), random.choice([32, 48, 64])
        way, suffix = random.choice([(forward, ""), (backward, "_grad")])
        yield f"gram_{order.lower()}_s{side}{suffix}", *way(only(gram, order=order), image(order, 6, side, channels))
    for order in ("NHWC", "NCHW"):
        x = image(order, 8, random.choice([35, 42]), 32)
        yield f"adapted_{order.lower()}", *forward(only(adapted, order=order), *[image(order, 8, 48, 32)] * 2)
        yield f"adapted_{order.lower()}_grad", *backward(only(adapted, order=order), x, x)
        repaint = partial(repainted, order=order)
        yield f"repainted_{order.lower()}", *forward(repaint, image(order, 4, 40, 3), struct(4, 16))
        x = image(order, 2, random.choice([28, 32]), 3)
        yield f"loss_{order.lower()}_step", *training(partial(loss, order=order), x, x, x)
    yield "flat_gram_grad", *backward(only(flat_gram), image("NHWC", 8, 40, 56))
    yield "whitened", *forward(only(whitened), image("NHWC", 12, 28, 48))
    yield "whitened_grad", *backward(only(whitened, rounds=3), image("NHWC", 8, 24, 44))
    yield "swapped", *forward(only(swapped), *[image("NCHW", 3, 22, 48)] * 2)
    yield "swapped_grad", *backward(only(swapped), *[image("NCHW", 3, 18, 40)] * 2)
