"""Audio: causal dilated convolutions with gates and skips (WaveNet), temporal convolution nets, separable encoders and
decoders (Conv-TasNet), in NWC and NCW."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import affine, backward, classified, conv, dense, forward, indices, norm, square, struct, training


def sound(order, batch, length, channels):
    return struct(*({"N": batch, "W": length, "C": channels}[axis] for axis in order))


def causal(weight, x, features, size=2, order="NWC", dilation=1, groups=1):
    return conv(weight, x, features, size, order, dilation=dilation, groups=groups,
                padding=[((size - 1) * dilation, 0)])


def gated(weight, x, skip=24, size=2, order="NWC", dilation=1, split=True):
    """A WaveNet layer: x for the next layer, and its part of the output. split: both gates from one convolution."""
    channel = order.index("C")
    width = x.shape[channel]
    if split:
        signal, gate = jnp.split(causal(weight, x, 2 * width, size, order, dilation), 2, channel)
    else:
        signal, gate = (causal(weight, x, width, size, order, dilation) for _ in range(2))
    inner = jnp.tanh(signal) * jax.nn.sigmoid(gate)
    return x + conv(weight, inner, width, 1, order), conv(weight, inner, skip, 1, order)


def stack(weight, x, layers=4, order="NWC", split=True, classes=32):
    total = 0
    for layer in range(layers):
        x, part = gated(weight, x, 24, 2, order, 2 ** layer, split)
        total = total + part
    return conv(weight, jax.nn.relu(total), classes, 1, order)


def temporal(weight, x, features=32, size=3, order="NWC", dilation=2):
    """The residual block of a temporal convolution network."""
    channel = order.index("C")
    inner = jax.nn.relu(affine(weight, causal(weight, x, features, size, order, dilation), channel))
    inner = jax.nn.relu(affine(weight, causal(weight, inner, features, size, order, dilation), channel))
    return jax.nn.relu(inner + (x if x.shape == inner.shape else conv(weight, x, features, 1, order)))


def separator(weight, x, hidden=48, order="NWC", dilation=1):
    """Pointwise, depthwise and pointwise again, with norms over time and channels."""
    channel = order.index("C")
    inner = norm(weight, jax.nn.relu(conv(weight, x, hidden, 1, order)), (1, 2), channel)
    inner = norm(weight, causal(weight, inner, hidden, 3, order, dilation, hidden), (1, 2), channel)
    return x + conv(weight, inner, x.shape[channel], 1, order)


def masked(weight, wave, sources=2, features=32, window=16):
    """Sounds (N, T) to sources (N, sources, T): encoded by frames, masked, decoded by overlapping frames."""
    encoded = jax.nn.relu(conv(weight, wave[..., None], features, window, "NWC", stride=window // 2,
                               padding=[(window // 2, window // 2)]))
    x = separator(weight, separator(weight, encoded, order="NWC"), dilation=2)
    masks = jax.nn.sigmoid(dense(weight, x, sources * features)).reshape(*x.shape[:2], sources, features)
    frames = jnp.einsum("ntsf,ntf,fw->nstw", masks, encoded, weight(features, window))
    first, second = jnp.split(frames, 2, -1)
    return (first[:, :, 1:] + second[:, :, :-1]).reshape(wave.shape[0], sources, -1)


def programs(random):
    for order in ("NWC", "NCW"):
        name = order.lower()
        for split in (True, False):
            length, dilation = random.choice([400, 512, 777]), random.choice([2, 4, 8])
            model = partial(gated, order=order, dilation=dilation, split=split, size=random.choice([2, 3]))
            x = sound(order, random.choice([3, 4]), length, random.choice([24, 32, 48]))
            way, suffix = (forward, "") if split else (backward, "_grad")
            yield f"gated_{name}_d{dilation}_t{length}{suffix}", *way(model, x)
        length = random.choice([320, 512])
        yield f"stack_{name}_t{length}", *forward(partial(stack, order=order), sound(order, 3, length, 32))
        yield f"temporal_{name}_t{length}_grad", *backward(partial(temporal, order=order), sound(order, 4, length, 24))
        yield f"separator_{name}_t{length}", *forward(partial(separator, order=order), sound(order, 2, length, 32))
        model = partial(separator, order=order)
        yield f"separator_{name}_t{length}_grad", *backward(model, sound(order, 1, length, 24))
    yield "masked", *forward(masked, struct(4, 2048))
    yield "masked_step", *training(square(masked), struct(2, 1600), struct(2, 2, 1600))
    yield "stack_step", *training(classified(partial(stack, classes=9)), sound("NWC", 4, 300, 32), indices(4, 300))
