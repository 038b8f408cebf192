"""All-perceptron image models: tokens and channels mixed in turn (MLP-Mixer, gMLP, ResMLP, ConvMixer), the mixing of
tokens written with and without transposes."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import affine, backward, classified, conv, dense, forward, image, indices, norm, struct, training


def perceptron(weight, x, hidden, transposed=False):
    return dense(weight, jax.nn.gelu(dense(weight, x, hidden, transposed)), x.shape[-1], transposed)


def by_transposes(weight, x, hidden):
    return perceptron(weight, x.swapaxes(1, 2), hidden).swapaxes(1, 2)


def by_einsums(weight, x, hidden):
    inner = jax.nn.gelu(jnp.einsum("btc,ht->bhc", x, weight(hidden, x.shape[1])) + weight(hidden, 1))
    return jnp.einsum("bhc,ht->btc", inner, weight(hidden, x.shape[1])) + weight(x.shape[1], 1)


def by_vmap(weight, x, hidden):
    first, second = weight(x.shape[1], hidden), weight(hidden, x.shape[1])
    mixed = lambda token: jax.nn.gelu(token @ first) @ second
    return jax.vmap(jax.vmap(mixed, 1, 1))(x)


def block(weight, x, tokens=by_transposes, hidden=96, transposed=False):
    x = x + tokens(weight, norm(weight, x), hidden)
    return x + perceptron(weight, norm(weight, x), 3 * x.shape[-1], transposed)


def first_channels(weight, x, hidden=64):
    """A mixer block on (B, C, T)."""
    x = x + perceptron(weight, norm(weight, x, 1, 1), hidden)
    inner = jax.nn.gelu(jnp.einsum("bct,cd->bdt", norm(weight, x, 1, 1), weight(x.shape[1], 2 * x.shape[1])))
    return x + jnp.einsum("bdt,cd->bct", inner, weight(x.shape[1], 2 * x.shape[1]))


def spatially_gated(weight, x):
    """gMLP: half of the channels, mixed over tokens, gates the other half."""
    inner = jax.nn.gelu(dense(weight, norm(weight, x), 2 * x.shape[-1]))
    signal, gate = jnp.split(inner, 2, -1)
    tokens = x.shape[1]
    gate = jnp.einsum("btc,st->bsc", norm(weight, gate), weight(tokens, tokens)) + 1
    return x + dense(weight, signal * gate, x.shape[-1])


def residual(weight, x):
    """ResMLP: one matrix over tokens between affine maps, then the perceptron."""
    tokens = x.shape[1]
    x = x + affine(weight, dense(weight, affine(weight, x).transpose(0, 2, 1), tokens).transpose(0, 2, 1))
    return x + affine(weight, perceptron(weight, affine(weight, x), 4 * x.shape[-1], transposed=True))


def convolved(weight, x, size=5, order="NHWC"):
    """ConvMixer: a depthwise convolution around which there is a shortcut, then a pointwise one."""
    channel = order.index("C")
    channels = x.shape[channel]
    inner = affine(weight, jax.nn.gelu(conv(weight, x, channels, size, order, groups=channels)), channel)
    return affine(weight, jax.nn.gelu(conv(weight, x + inner, channels, 1, order)), channel)


def network(weight, x, tokens=by_transposes, patch=4, width=32, depth=2, classes=10):
    x = conv(weight, x, width, patch, stride=patch, padding="VALID").reshape(x.shape[0], -1, width)
    for _ in range(depth):
        x = block(weight, x, tokens)
    return dense(weight, norm(weight, x).mean(1), classes)


def programs(random):
    for tokens in (by_transposes, by_einsums, by_vmap):
        length, width = random.choice([64, 100, 121]), random.choice([48, 64, 81])
        hidden, transposed = random.choice([48, 64, 96]), random.choice([False, True])
        model = partial(block, tokens=tokens, hidden=hidden, transposed=transposed)
        yield f"{tokens.__name__}_t{length}", *forward(model, struct(16, length, width))
        yield f"{tokens.__name__}_t{length}_grad", *backward(model, struct(12, length, width))
    yield "channels_first", *forward(first_channels, struct(24, 48, 100))
    yield "channels_first_grad", *backward(first_channels, struct(16, 40, 81))
    yield "spatially_gated_grad", *backward(spatially_gated, struct(12, 100, 48))
    yield "residual", *forward(residual, struct(20, 121, 40))
    yield "residual_grad", *backward(residual, struct(18, 64, 40))
    for order in ("NHWC", "NCHW"):
        yield f"convolved_{order.lower()}", *forward(partial(convolved, order=order), image(order, 2, 19, 56))
    yield "net_step", *training(classified(network), image("NHWC", 9, 32, 3), indices(9))
