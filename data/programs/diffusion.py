"""Diffusion: blocks conditioned on time, attention at low resolution and to text, transformer blocks with modulated
norms, and steps of denoising."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import attention, backward, conv, dense, forward, image, norm, square, struct, training


def time_features(times, width=32):
    waves = times[:, None] * jnp.exp(-jnp.arange(width // 2) / 4.)
    return jnp.concatenate([jnp.sin(waves), jnp.cos(waves)], -1)


def group_norm(weight, x, groups=4, order="NHWC"):
    """Norm over space and the channels of each group."""
    channel = order.index("C")
    split = x.reshape(*x.shape[:channel], groups, -1, *x.shape[channel + 1:])
    axes = [axis for axis in range(1, 5) if axis != channel]
    centered = split - split.mean(axes, keepdims=True)
    whole = (centered * jax.lax.rsqrt((centered ** 2).mean(axes, keepdims=True) + 1e-5)).reshape(x.shape)
    shape = [-1 if axis == channel else 1 for axis in range(4)]
    return whole * (1 + weight(x.shape[channel]).reshape(shape)) + weight(x.shape[channel]).reshape(shape)


def residual(weight, x, condition, features, order="NHWC"):
    axes = (order.index("H"), order.index("W"))
    inner = conv(weight, jax.nn.silu(group_norm(weight, x, order=order)), features, 3, order)
    inner = inner + jnp.expand_dims(dense(weight, jax.nn.silu(condition), features), axes)
    inner = conv(weight, jax.nn.silu(group_norm(weight, inner, order=order)), features, 3, order)
    return inner + (x if x.shape == inner.shape else conv(weight, x, features, 1, order))


def looking(weight, x, text=None, heads=2, order="NHWC"):
    """Attention of places to places, or to the text's tokens (N, T, D)."""
    channel = order.index("C")
    width = x.shape[channel]
    lower = order.lower()
    tokens = jnp.einsum(f"{lower}->nhwc", group_norm(weight, x, order=order))
    n, h, w, _ = tokens.shape
    tokens = tokens.reshape(n, h * w, width)
    source = tokens if text is None else text
    split = lambda value, result: jnp.einsum(f"nthd->{result}", value.reshape(n, -1, heads, width // heads))
    queries = split(dense(weight, tokens, width, bias=False), "nhtd")
    keys, values = (split(dense(weight, source, width, bias=False), "nhtd") for _ in range(2))
    mixed = attention(queries, keys, values, "nhtd").swapaxes(1, 2).reshape(n, h, w, width)
    return x + jnp.einsum(f"nhwc->{lower}", dense(weight, mixed, width))


def modulated(weight, tokens, condition, heads=4, order="bthd"):
    """The block of a diffusion transformer: norms scaled, moved and gated by the condition."""
    b, t, c = tokens.shape
    changes = dense(weight, jax.nn.silu(condition), 6 * c).reshape(b, 1, 6, c)
    scale, move, gate, scale2, move2, gate2 = (changes[:, :, part] for part in range(6))
    joint = dense(weight, norm(weight, tokens) * (1 + scale) + move, 3 * c).reshape(b, t, heads, 3, c // heads)
    mixed = attention(*(jnp.einsum(f"bthd->{order}", joint[:, :, :, part]) for part in range(3)), order)
    tokens = tokens + gate * dense(weight, jnp.einsum(f"{order}->bthd", mixed).reshape(b, t, c), c)
    inner = dense(weight, norm(weight, tokens) * (1 + scale2) + move2, 3 * c)
    return tokens + gate2 * dense(weight, jax.nn.gelu(inner), c)


def network(weight, x, times, order="NHWC", width=16):
    """A U-Net of two levels that predicts the noise."""
    channel = order.index("C")
    condition = dense(weight, jax.nn.silu(dense(weight, time_features(times), 48)), 48)
    first = residual(weight, conv(weight, x, width, 3, order), condition, width, order)
    deep = residual(weight, conv(weight, first, 2 * width, 3, order, stride=2), condition, 2 * width, order)
    deep = looking(weight, deep, order=order)
    grown = conv(weight, deep, width, 4, order, up=2)
    last = residual(weight, jnp.concatenate([first, grown], channel), condition, width, order)
    return conv(weight, last, x.shape[channel], 3, order)


def guided(weight, x, times, order="NHWC"):
    """One deterministic step back, guided: the noise predicted twice, from x with and without its mean."""
    both = network(weight, jnp.concatenate([x, x - x.mean()]), jnp.concatenate([times, times]), order)
    noise, plain = jnp.split(both, 2)
    noise = plain + 3 * (noise - plain)
    level = jnp.expand_dims(jax.nn.sigmoid(times), (1, 2, 3))
    clean = (x - jnp.sqrt(1 - level) * noise) * jax.lax.rsqrt(level)
    return jnp.clip(clean, -1, 1) * jnp.sqrt(level) + jnp.sqrt(1 - level) * noise


def programs(random):
    for order in ("NHWC", "NCHW"):
        name, side, width = order.lower(), random.choice([14, 16, 20]), random.choice([16, 24, 32])
        x, condition = image(order, 8, side, width), struct(8, 48)
        block = partial(residual, features=random.choice([24, 32]), order=order)
        yield f"residual_{name}_s{side}", *forward(block, x, condition)
        yield f"residual_{name}_s{side}_grad", *backward(block, x, condition)
        x = image(order, 6, random.choice([14, 16]), 48)
        yield f"places_{name}", *forward(partial(looking, order=order), x)
        yield f"text_{name}_grad", *backward(partial(looking, order=order), x, struct(6, 40, 24))
        yield f"guided_{name}", *forward(partial(guided, order=order), image(order, 2, 20, 3), struct(2))
    for order in ("bthd", "bhtd", "hbdt"):
        tokens = random.choice([64, 81, 100])
        way, suffix = random.choice([(forward, ""), (backward, "_grad")])
        model = partial(modulated, order=order)
        yield f"modulated_{order}_t{tokens}{suffix}", *way(model, struct(8, tokens, 64), struct(8, 48))
    yield "net_step", *training(square(network), image("NHWC", 3, 16, 3), struct(3), image("NHWC", 3, 16, 3))
    loss = square(partial(network, order="NCHW"))
    yield "net_nchw_step", *training(loss, image("NCHW", 2, 20, 2), struct(2), image("NCHW", 2, 20, 2))
