"""Semantic segmentation: dilated convolutions side by side (ASPP), pyramids of pooled context, attention over places
and channels, decoders with skips, and losses over pixels."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import affine, backward, classified, conv, forward, image, indices, struct, training


def resized(x, side, order="NHWC"):
    """Bilinear, as two products with matrices."""
    def matrix(before, after):
        places = (jnp.arange(after) + .5) * before / after - .5
        return jnp.maximum(0, 1 - jnp.abs(jnp.clip(places, 0, before - 1)[:, None] - jnp.arange(before)))
    rows, columns = matrix(x.shape[order.index("H")], side), matrix(x.shape[order.index("W")], side)
    lower = order.lower()
    x = jnp.einsum(f"{lower},ih->{lower.replace('h', 'i')}", x, rows)
    return jnp.einsum(f"{lower},jw->{lower.replace('w', 'j')}", x, columns)


def aspp(weight, x, features=16, rates=(2, 4, 6), order="NHWC"):
    axes, channel = (order.index("H"), order.index("W")), order.index("C")
    branches = [conv(weight, x, features, 1, order)]
    branches += [conv(weight, x, features, 3, order, dilation=rate) for rate in rates]
    whole = conv(weight, x.mean(axes, keepdims=True), features, 1, order)
    branches.append(jnp.broadcast_to(whole, branches[0].shape))
    joined = jax.nn.relu(affine(weight, jnp.concatenate(branches, channel), channel))
    return conv(weight, joined, features, 1, order)


def context(weight, x, bins=(1, 2, 4), order="NHWC"):
    """Means over bins, convolved, resized and concatenated (PSPNet)."""
    side, channels = x.shape[order.index("H")], x.shape[order.index("C")]
    found = [x]
    for count in bins:
        shape, axes = [], []
        for axis, name in enumerate(order):
            if name in "HW":
                axes.append(len(shape) + 1)
                shape += [count, side // count]
            else:
                shape.append(x.shape[axis])
        pooled = x.reshape(shape).mean(axes)
        found.append(resized(jax.nn.relu(conv(weight, pooled, channels // len(bins), 1, order)), side, order))
    return conv(weight, jnp.concatenate(found, order.index("C")), channels, 3, order)


def places_attended(weight, x, order="NHWC"):
    """Every place looks at every place (DANet), without flattening."""
    channels = x.shape[order.index("C")]
    queries, keys = (conv(weight, x, channels // 4, 1, order) for _ in range(2))
    values = conv(weight, x, channels, 1, order)
    here, there = order.lower(), order.lower().replace("h", "i").replace("w", "j")
    scores = jnp.einsum(f"{here},{there}->nhwij", queries, keys)
    n, h, w = scores.shape[:3]
    shares = jax.nn.softmax(scores.reshape(n, h, w, -1)).reshape(scores.shape)
    return x + weight() * jnp.einsum(f"nhwij,{there}->{here}", shares, values)


def channels_attended(weight, x, order="NHWC"):
    here, there = order.lower(), order.lower().replace("c", "d")
    shares = jax.nn.softmax(jnp.einsum(f"{here},{there}->ncd", x, x))
    return x + weight() * jnp.einsum(f"ncd,{there}->{here}", shares, x)


def decoder(weight, deep, skip, order="NHWC", classes=8):
    side = skip.shape[order.index("H")]
    joined = jnp.concatenate([resized(deep, side, order), conv(weight, skip, 12, 1, order)], order.index("C"))
    return conv(weight, jax.nn.relu(conv(weight, joined, 24, 3, order)), classes, 1, order)


def dice(scores, labels):
    """One less the overlap of each class, of scores (N, H, W, C) and labels (N, H, W)."""
    chances, truths = jax.nn.softmax(scores), jax.nn.one_hot(labels, scores.shape[-1])
    common = jnp.einsum("nhwc,nhwc->nc", chances, truths)
    return jnp.mean(1 - 2 * common / (chances.sum((1, 2)) + truths.sum((1, 2)) + 1))


def network(weight, x, order="NHWC"):
    skip = jax.nn.relu(conv(weight, x, 16, 3, order, stride=2))
    deep = jax.nn.relu(conv(weight, skip, 32, 3, order, stride=2))
    scores = decoder(weight, aspp(weight, deep, 16, (2, 3), order), skip, order)
    return scores if order == "NHWC" else scores.transpose(0, 2, 3, 1)


def programs(random):
    for order in ("NHWC", "NCHW"):
        name, side = order.lower(), random.choice([16, 20, 24])
        x = image(order, 6, side, random.choice([32, 40]))
        for model in (aspp, context):
            way, suffix = random.choice([(forward, ""), (backward, "_grad")])
            yield f"{model.__name__}_{name}_s{side}{suffix}", *way(partial(model, order=order), x)
        x = image(order, 4, random.choice([16, 18]), 48)
        yield f"places_{name}", *forward(partial(places_attended, order=order), x)
        yield f"places_{name}_grad", *backward(partial(places_attended, order=order), x)
        way, suffix = random.choice([(forward, ""), (backward, "_grad")])
        yield f"channels_{name}{suffix}", *way(partial(channels_attended, order=order), image(order, 5, 25, 40))
        inputs = image(order, 4, 9, 40), image(order, 4, 36, 24)
        yield f"decoder_{name}", *forward(partial(decoder, order=order), *inputs)
        loss = classified(partial(network, order=order))
        yield f"net_{name}_step", *training(loss, image(order, 3, 32, 3), indices(3, 16, 16))
    yield "dice_grad", jax.value_and_grad(dice), (struct(9, 64, 64, 8), indices(9, 64, 64))
