"""Vision transformers: images cut in patches, attention within windows (also shifted), patches merged, heads in many
axis orders."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import attention, backward, classified, conv, dense, forward, image, indices, norm, struct, training


def patches(weight, x, size=4, features=48, convolved=False):
    """Patches of an NHWC image as tokens (N, tokens, features)."""
    n, h, w, c = x.shape
    if convolved:
        return conv(weight, x, features, size, stride=size, padding="VALID").reshape(n, -1, features)
    cut = x.reshape(n, h // size, size, w // size, size, c).transpose(0, 1, 3, 2, 4, 5)
    return dense(weight, cut.reshape(n, -1, size * size * c), features)


def mixed(weight, x, heads=4, order="bhtd", mask=None, biased=False):
    """Self-attention of tokens (B, T, C), its heads laid out in `order`."""
    b, t, c = x.shape
    joint = dense(weight, x, 3 * c).reshape(b, t, 3, heads, c // heads)
    queries, keys, values = (jnp.einsum(f"bthd->{order}", joint[:, :, part]) for part in range(3))
    if biased:
        queries = queries + jnp.einsum(f"td,h->{order.replace('b', '')}", weight(t, c // heads), weight(heads))
    result = attention(queries, keys, values, order, mask)
    return dense(weight, jnp.einsum(f"{order}->bthd", result).reshape(b, t, c), c)


def cut(x, size):
    """Windows (N * windows, size * size, C) of an NHWC image."""
    n, h, w, c = x.shape
    return x.reshape(n, h // size, size, w // size, size, c).transpose(0, 1, 3, 2, 4, 5).reshape(-1, size * size, c)


def joined(windows, shape, size):
    n, h, w, c = shape
    return windows.reshape(n, h // size, w // size, size, size, c).transpose(0, 1, 3, 2, 4, 5).reshape(shape)


def perceptron(weight, x, expansion=3):
    return dense(weight, jax.nn.gelu(dense(weight, x, expansion * x.shape[-1])), x.shape[-1])


def windowed(weight, x, size=4, shift=0, heads=4, order="bhtd"):
    """A Swin block on an NHWC image."""
    moved = jnp.roll(norm(weight, x), (-shift, -shift), (1, 2)) if shift else norm(weight, x)
    inner = joined(mixed(weight, cut(moved, size), heads, order, biased=True), x.shape, size)
    x = x + (jnp.roll(inner, (shift, shift), (1, 2)) if shift else inner)
    return x + perceptron(weight, norm(weight, x))


def merged(weight, x):
    """Four neighbours' channels concatenated, then halved."""
    corners = [x[:, row::2, column::2] for column in range(2) for row in range(2)]
    return dense(weight, norm(weight, jnp.concatenate(corners, -1)), 2 * x.shape[-1], bias=False)


def block(weight, x, heads=4, order="bhtd"):
    x = x + mixed(weight, norm(weight, x), heads, order)
    return x + perceptron(weight, norm(weight, x))


def axial(weight, x, heads=3):
    """Attention along rows, then along columns, of an NHWC image."""
    n, h, w, c = x.shape
    x = x + mixed(weight, norm(weight, x).reshape(n * h, w, c), heads, "bthd").reshape(x.shape)
    turned = norm(weight, x).transpose(0, 2, 1, 3).reshape(n * w, h, c)
    return x + mixed(weight, turned, heads, "btdh").reshape(n, w, h, c).transpose(0, 2, 1, 3)


def transformer(weight, x, depth=2, classes=10):
    x = patches(weight, x)
    x = x + weight(x.shape[1], x.shape[2])
    for _ in range(depth):
        x = block(weight, x)
    return dense(weight, norm(weight, x.mean(1)), classes)


def hierarchical(weight, x, classes=10):
    n, h, w, _ = x.shape
    x = patches(weight, x, 2, 24, convolved=True).reshape(n, h // 2, w // 2, 24)
    x = windowed(weight, windowed(weight, x, heads=2), shift=2, heads=2)
    x = windowed(weight, merged(weight, x))
    return dense(weight, x.mean((1, 2)), classes)


def programs(random):
    for order in ("bhtd", "bthd", "htbd", "bdth"):
        tokens, heads = random.choice([49, 64, 65, 80]), random.choice([2, 3, 4, 6])
        way, suffix = random.choice([(forward, ""), (backward, "_grad")])
        model = partial(block, heads=heads, order=order)
        x = struct(random.choice([6, 8, 9]), tokens, random.choice([48, 72, 96]))
        yield f"block_{order}_t{tokens}{suffix}", *way(model, x)
    for shift in (0, 2):
        side, heads = random.choice([16, 20]), random.choice([2, 4])
        model = partial(windowed, shift=shift, heads=heads, order=random.choice(["bhtd", "bthd"]))
        yield f"window_shift{shift}_s{side}", *forward(model, image("NHWC", 6, side, 48))
        yield f"window_shift{shift}_s{side}_grad", *backward(model, image("NHWC", 4, side, 32))
    yield "patches_grad", *backward(patches, image("NHWC", 16, 96, 3))
    yield "merged_grad", *backward(merged, image("NHWC", 8, 32, 32))
    yield "axial", *forward(axial, image("NHWC", 4, 20, 60))
    yield "axial_grad", *backward(axial, image("NHWC", 4, 15, 48))
    yield "hierarchical", *forward(hierarchical, image("NHWC", 4, 32, 3))
    yield "transformer_step", *training(classified(transformer), image("NHWC", 6, 32, 3), indices(6))
    yield "hierarchical_step", *training(classified(hierarchical), image("NHWC", 2, 32, 3), indices(2))
