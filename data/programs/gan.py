"""Adversarial networks: generators that grow a vector to an image, discriminators, modulated convolutions of styles,
spatially adaptive norms, both losses and gradient penalties."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, batchnorm, conv, dense, forward, image, norm, struct, training


def generator(weight, code, widths=(48, 24, 12), order="NHWC", side=4):
    """A code (N, D) grown by transposed convolutions."""
    extents = {"N": code.shape[0], "H": side, "W": side, "C": widths[0]}
    x = dense(weight, code, side * side * widths[0]).reshape([extents[axis] for axis in order])
    for width in widths[1:]:
        x = jax.nn.relu(batchnorm(weight, conv(weight, x, width, 4, order, up=2), order))
    return jnp.tanh(conv(weight, x, 3, 4, order, up=2))


def discriminator(weight, x, widths=(12, 24, 48), order="NHWC"):
    for width in widths:
        x = jax.nn.leaky_relu(conv(weight, x, width, 4, order, stride=2, padding=[(1, 1), (1, 1)]), .2)
    return dense(weight, x.reshape(x.shape[0], -1), 1)[:, 0]


def modulated(weight, x, style, features=24, order="NHWC"):
    """StyleGAN 2: each image has its own kernel, scaled by its style and normalized; images are groups."""
    n, channels = style.shape[0], x.shape[order.index("C")]
    scale = 1 + dense(weight, style, channels)
    kernel = weight(3, 3, channels, features) * scale[:, None, None, :, None]
    kernel = kernel * jax.lax.rsqrt((kernel ** 2).sum((1, 2, 3), keepdims=True) + 1e-3)
    h, w = x.shape[order.index("H")], x.shape[order.index("W")]
    joint = x.transpose([order.index(axis) for axis in "HWNC"]).reshape(1, h, w, n * channels)
    kernel = kernel.transpose(1, 2, 3, 0, 4).reshape(3, 3, channels, n * features)
    out = jax.lax.conv_general_dilated(joint, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                       feature_group_count=n).reshape(h, w, n, features)
    return jax.nn.leaky_relu(out.transpose(["HWNC".index(axis) for axis in order]))


def demodulated(weight, x, style, features=24, order="NHWC"):
    """The same result with one kernel: the image scaled before, the result after."""
    axes, channels = (order.index("H"), order.index("W")), x.shape[order.index("C")]
    scale, kernel = 1 + dense(weight, style, channels), weight(3, 3, channels, features)
    out = jax.lax.conv_general_dilated(x * jnp.expand_dims(scale, axes), kernel, (1, 1), "SAME",
                                       dimension_numbers=(order, "HWIO", order))
    energy = jnp.einsum("nc,hwcd->nd", scale ** 2, kernel ** 2)
    return jax.nn.leaky_relu(out * jnp.expand_dims(jax.lax.rsqrt(energy + 1e-3), axes))


def adaptive(weight, x, layout, order="NHWC"):
    """SPADE: a norm whose scales and offsets are convolutions of a map of the scene."""
    hidden = jax.nn.relu(conv(weight, layout, 24, 3, order))
    axes, width = (order.index("H"), order.index("W")), x.shape[order.index("C")]
    scale, offset = jnp.split(conv(weight, hidden, 2 * width, 3, order), 2, order.index("C"))
    return norm(weight, x, axes, order.index("C")) * (1 + scale) + offset


def mapping(weight, code, depth=6, width=128):
    """The perceptron that makes styles of codes."""
    x = code * jax.lax.rsqrt((code ** 2).mean(-1, keepdims=True) + 1e-3)
    for layer in range(depth):
        x = jax.nn.leaky_relu(dense(weight, x, width, transposed=layer % 2 == 1))
    return x


def varied(weight, x, groups=4, order="NHWC"):
    """A channel with the deviation within groups of images joined to x, then convolved."""
    grouped = x.reshape(groups, -1, *x.shape[1:])
    deviation = jnp.sqrt(grouped.var(0) + 1e-3).mean((1, 2, 3))
    shape = [1 if axis == "C" else extent for axis, extent in zip(order, x.shape)]
    extra = jnp.broadcast_to(jnp.tile(deviation, groups)[:, None, None, None], shape)
    return jax.nn.leaky_relu(conv(weight, jnp.concatenate([x, extra], order.index("C")), 24, 3, order))


def contest(weight, code, real, order="NHWC", **options):
    """The generator's loss and a discriminator's of the real and the made images, in one batch."""
    made = generator(weight, code, (32, 16, 8), order, **options)
    scores = discriminator(weight, jnp.concatenate([made, real]), (8, 16, 32), order)
    fake, true = jnp.split(scores, 2)
    return jnp.mean(jax.nn.softplus(-fake)) + jnp.mean(jax.nn.softplus(-true))


def penalized(weight, real):
    """A discriminator's loss with a penalty on the gradient by the images."""
    kernels, last = [weight(4, 4, 3, 8), weight(4, 4, 8, 16)], weight(16)

    def score(x):
        for kernel in kernels:
            x = jax.lax.conv_general_dilated(x, kernel, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            x = jax.nn.silu(x)
        return (x.mean((1, 2)) @ last).sum()

    value, slope = jax.value_and_grad(score)(real)
    return value + 10 * (slope ** 2).sum()


def programs(random):
    for order in ("NHWC", "NCHW"):
        name, batch, width = order.lower(), random.choice([12, 16]), random.choice([24, 32, 40])
        wider = partial(generator, widths=random.choice([(64, 32, 16), (48, 32, 24)]), order=order)
        yield f"generator_{name}", *forward(wider, struct(batch, 48))
        yield f"discriminator_{name}_grad", *backward(partial(discriminator, order=order), image(order, batch, 32, 3))
        x, style = image(order, 8, random.choice([20, 24]), width), struct(8, 48)
        yield f"modulated_{name}", *forward(partial(modulated, order=order), x, style)
        yield f"demodulated_{name}", *forward(partial(demodulated, order=order), x, style)
        yield f"demodulated_{name}_grad", *backward(partial(demodulated, order=order), x, style)
        way, suffix = random.choice([(forward, ""), (backward, "_grad")])
        layout = image(order, 8, x.shape[order.index("H")], 8)
        yield f"adaptive_{name}{suffix}", *way(partial(adaptive, order=order), x, layout)
        loss = partial(contest, order=order)
        yield f"contest_{name}_step", *training(loss, struct(3, 32), image(order, 3, 32, 3))
    yield "modulated_grad", *backward(modulated, image("NHWC", 2, 14, 16), struct(2, 32))
    yield "mapping_grad", *backward(mapping, struct(160, 128))
    yield "varied_grad", *backward(varied, image("NHWC", 8, 20, 24))
    yield "penalized_step", *training(penalized, image("NHWC", 6, 32, 3))
