"""Object detection: feature pyramids, shared heads over levels, anchors decoded to boxes, overlaps, regions pooled by
gathers, and the losses of assigned anchors."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, conv, dense, forward, image, indices, struct, training


def pyramid(weight, *levels, features=32, order="NHWC"):
    """Finest level first; every level is joined with the coarser one, doubled."""
    channel = order.index("C")
    sides = [conv(weight, level, features, 1, order) for level in levels]
    joined = [sides[-1]]
    for side in sides[-2::-1]:
        coarse = joined[0]
        for axis in (order.index("H"), order.index("W")):
            coarse = jnp.repeat(coarse, 2, axis)
        joined.insert(0, side + jax.lax.slice(coarse, (0,) * 4, side.shape))
    return [jax.nn.relu(conv(weight, level, level.shape[channel], 3, order)) for level in joined]


def head(weight, *levels, anchors=3, classes=5, order="NHWC", depth=2):
    """Scores (N, positions, classes) and offsets (N, positions, 4) of anchors, levels concatenated, weights shared."""
    width = levels[0].shape[order.index("C")]
    kept = {"NHWC": "HWIO", "NCHW": "OIHW"}[order]
    shape = lambda outputs: (3, 3, width, outputs) if kept == "HWIO" else (outputs, width, 3, 3)
    towers = [weight(*shape(width)) for _ in range(depth)]
    last = weight(*shape(anchors * (classes + 4)))
    convolved = lambda x, kernel: jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME",
                                                               dimension_numbers=(order, kept, order))
    results = []
    for level in levels:
        for kernel in towers:
            level = jax.nn.relu(convolved(level, kernel))
        out = convolved(level, last)
        out = out if order == "NHWC" else out.transpose(0, 2, 3, 1)
        results.append(out.reshape(out.shape[0], -1, classes + 4))
    merged = jnp.concatenate(results, 1)
    return merged[..., :classes], merged[..., classes:]


def decoded(offsets, anchors):
    """Boxes (N, A, 4) as corners, from offsets (N, A, 4) and anchors (A, 4) as center and size."""
    center = anchors[:, :2] + offsets[..., :2] * anchors[:, 2:]
    extent = anchors[:, 2:] * jnp.exp(offsets[..., 2:])
    return jnp.concatenate([center - extent / 2, center + extent / 2], -1)


def overlaps(boxes, others):
    """Intersection over union (N, A, B) of boxes (N, A, 4) and others (N, B, 4)."""
    low = jnp.maximum(boxes[:, :, None, :2], others[:, None, :, :2])
    high = jnp.minimum(boxes[:, :, None, 2:], others[:, None, :, 2:])
    common = jnp.prod(jnp.maximum(high - low, 0), -1)
    area = lambda box: jnp.abs((box[..., 2] - box[..., 0]) * (box[..., 3] - box[..., 1]))
    return common / (area(boxes)[:, :, None] + area(others)[:, None] - common + 1e-3)


def matched(offsets, anchors, truths):
    """For every anchor the truth it overlaps most, and how much; for every truth how much it is overlapped."""
    shared = overlaps(decoded(offsets, anchors), truths)
    best = jax.nn.one_hot(shared.argmax(-1), truths.shape[1])
    return jnp.einsum("nab,nbf->naf", best, truths), shared.max(-1), shared.max(1)


def suppressed(boxes, scores):
    """Scores lowered by overlaps with boxes of higher scores, all at once (as matrix NMS does)."""
    higher = scores[:, :, None] < scores[:, None, :]
    shared = jnp.where(higher, overlaps(boxes, boxes), 0)
    return scores * jnp.min(1 - shared, -1)


def pooled(weight, x, boxes, size=5, features=64):
    """Regions (N, R, 4) of x (N, H, W, C) sampled bilinearly on a size x size grid, then two dense layers."""
    _, height, width, channels = x.shape
    steps = (jnp.arange(size) + .5) / size
    center, extent = jax.nn.sigmoid(boxes[..., :2]), jax.nn.sigmoid(boxes[..., 2:]) / 2
    grid = center[..., None] + extent[..., None] * (steps - .5)
    weigh = lambda points, length: jnp.maximum(0, 1 - jnp.abs(points[..., None] * (length - 1) - jnp.arange(length)))
    rows, columns = weigh(grid[:, :, 0], height), weigh(grid[:, :, 1], width)
    regions = jnp.einsum("nrih,nhwc,nrjw->nrijc", rows, x, columns)
    hidden = jax.nn.relu(dense(weight, regions.reshape(*regions.shape[:2], -1), features))
    return dense(weight, hidden, 9)


def gathered(weight, x, places, size=3):
    """Windows of x (N, H, W, C) at whole places (N, R, 2), by gathers, then a dense layer each."""
    window = lambda one, place: jax.lax.dynamic_slice(one, (place[0], place[1], 0), (size, size, one.shape[-1]))
    windows = jax.vmap(jax.vmap(window, (None, 0)))(x, places)
    return dense(weight, windows.transpose(0, 1, 4, 2, 3).reshape(*places.shape[:2], -1), 24, transposed=True)


def focal(weight, fine, coarse, labels):
    """The focal loss of a head over two levels, plus the offsets' absolute values."""
    scores, offsets = head(weight, *pyramid(weight, fine, coarse, features=16))
    chances = jax.nn.log_softmax(scores)
    picked = jnp.take_along_axis(chances, labels[..., None] % scores.shape[-1], -1)
    return -jnp.mean((1 - jnp.exp(picked)) ** 2 * picked) + jnp.mean(jnp.abs(offsets))


def levels(order, batch, side, channels, count):
    return [image(order, batch, side >> level, channels << level) for level in range(count)]


def programs(random):
    for order in ("NHWC", "NCHW"):
        side, name = random.choice([16, 20, 24]), order.lower()
        inputs = levels(order, 5, side, 20, 3)
        yield f"pyramid_{name}_s{side}", *forward(partial(pyramid, features=24, order=order), *inputs)
        yield f"pyramid_{name}_s{side}_grad", *backward(partial(pyramid, features=16, order=order), *inputs[:2])
        inputs = [image(order, 5, side >> level, 24) for level in range(3)]
        yield f"head_{name}_s{side}", *forward(partial(head, order=order, classes=random.choice([4, 7])), *inputs)
        yield f"head_{name}_s{side}_grad", *backward(partial(head, order=order, depth=1), *inputs[:2])
    count, truths = random.choice([1500, 2048, 3000]), random.choice([12, 21, 32])
    yield f"matched_a{count}", matched, (struct(8, count, 4), struct(count, 4), struct(8, truths, 4))
    yield "suppressed", suppressed, (struct(4, 500, 4), struct(4, 500))
    yield "pooled", *forward(pooled, image("NHWC", 6, 20, 40), struct(6, 40, 4))
    yield "pooled_grad", *backward(pooled, image("NHWC", 4, 17, 32), struct(4, 30, 4))
    yield "gathered", *forward(gathered, image("NHWC", 8, 20, 64), indices(8, 99, 2))
    yield "gathered_grad", *backward(gathered, image("NHWC", 8, 16, 48), indices(8, 90, 2))
    positions = 3 * (20 * 20 + 10 * 10)
    yield "focal_step", *training(focal, *levels("NHWC", 2, 20, 12, 2), indices(2, positions))
