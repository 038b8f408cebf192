"""Operators of random pipelines on images of shape (width, height, channels)."""

import halide as hl

from .matrix_operators import cropped
from .network import TYPES


def pad(net, t, border):
    """Pads an image with zeros, `border` pixels on each side."""
    width, height, channels = t.shape

    def value(x, y, z):
        inside = (x >= border) & (x < width + border) & (y >= border) & (y < height + border)
        pixel = t[hl.clamp(x - border, 0, width - 1), hl.clamp(y - border, 0, height - 1), z]
        return hl.select(inside, pixel, hl.cast(TYPES[t.type], 0))

    return net.define("pad", (width + 2 * border, height + 2 * border, channels), value, t.type)


def extents(t, size, stride):
    return (t.shape[0] - size) // stride + 1, (t.shape[1] - size) // stride + 1


def convolution(net, t, channels, size=3, stride=1, padded=None):
    """Convolution. `padded`: whether to pad the image so that it keeps its size; None: at random, one time in four."""
    if size > 1 and (net.random.random() < 0.25 if padded is None else padded):
        t = pad(net, t, size // 2)
    inputs = t.shape[2]
    width, height = extents(t, size, stride)
    channels_first = net.random.random() < 0.5
    weights = net.weights(channels, size, size, inputs) if channels_first else net.weights(size, size, inputs, channels)
    bias = net.weights(channels)

    def update(old, r, x, y, z):
        weight = weights[z, r[0], r[1], r[2]] if channels_first else weights[r[0], r[1], r[2], z]
        return old + weight * t[x * stride + r[0], y * stride + r[1], r[2]]

    return net.reduce("conv", (width, height, channels), lambda x, y, z: bias[z], (size, size, inputs), update)


def depthwise(net, t, size=3, stride=1, padded=None):
    if net.random.random() < 0.25 if padded is None else padded:
        t = pad(net, t, size // 2)
    channels = t.shape[2]
    weights, bias = net.weights(size, size, channels), net.weights(channels)
    return net.reduce(
        "depthwise",
        (*extents(t, size, stride), channels),
        lambda x, y, z: bias[z],
        (size, size),
        lambda old, r, x, y, z: old + weights[r[0], r[1], z] * t[x * stride + r[0], y * stride + r[1], z],
    )


def max_pool(net, t, size=2, stride=2):
    shape = (*extents(t, size, stride), t.shape[2])
    least = {"float32": hl.f32(-3e38), "uint8": hl.u8(0)}[t.type]
    return net.reduce(
        "maxpool",
        shape,
        lambda x, y, z: least,
        (size, size),
        lambda old, r, x, y, z: hl.max(old, t[x * stride + r[0], y * stride + r[1], z]),
        t.type,
    )


def average_pool(net, t, size=2, stride=2):
    shape = (*extents(t, size, stride), t.shape[2])
    total = net.reduce(
        "poolsum",
        shape,
        lambda x, y, z: hl.f32(0),
        (size, size),
        lambda old, r, x, y, z: old + t[x * stride + r[0], y * stride + r[1], z],
    )
    return net.define("average", shape, lambda x, y, z: total[x, y, z] / hl.f32(size * size))


def global_pool(net, t):
    """The mean of each channel, of shape (channels)."""
    width, height, channels = t.shape
    total = net.reduce(
        "globalpool", (channels,), lambda x: hl.f32(0), (width, height), lambda old, r, x: old + t[r[0], r[1], x]
    )
    return net.define("mean", (channels,), lambda x: total[x] / hl.f32(width * height))


def gate(net, t, vector):
    return net.define("gate", t.shape, lambda x, y, z: t[x, y, z] * vector[z])


def batch_norm(net, t):
    scale, shift = net.weights(t.shape[2]), net.weights(t.shape[2])
    return net.define("batchnorm", t.shape, lambda x, y, z: t[x, y, z] * scale[z] + shift[z])


def upsample(net, t, bilinear):
    width, height, channels = t.shape
    shape = (2 * width, 2 * height, channels)
    if not bilinear:
        return net.define("nearest", shape, lambda x, y, z: t[x // 2, y // 2, z], t.type)
    other = lambda x, extent: hl.clamp(x // 2 + 2 * (x % 2) - 1, 0, extent - 1)
    wide = net.define(
        "upsamplex",
        (2 * width, height, channels),
        lambda x, y, z: 0.75 * t[x // 2, y, z] + 0.25 * t[other(x, width), y, z],
    )
    return net.define(
        "upsampley", shape, lambda x, y, z: 0.75 * wide[x, y // 2, z] + 0.25 * wide[x, other(y, height), z]
    )


def blur(net, t, stride=1):
    """Blurs with a separable filter of 3 taps without padding, in two stages; keeps every `stride`-th pixel."""
    width, height, channels = t.shape
    shape = ((width - 3) // stride + 1, height, channels)
    wide = net.define(
        "blurx",
        shape,
        lambda x, y, z: 0.25 * t[x * stride, y, z] + 0.5 * t[x * stride + 1, y, z] + 0.25 * t[x * stride + 2, y, z],
    )
    shape = (shape[0], (height - 3) // stride + 1, channels)
    return net.define(
        "blury",
        shape,
        lambda x, y, z: (
            0.25 * wide[x, y * stride, z] + 0.5 * wide[x, y * stride + 1, z] + 0.25 * wide[x, y * stride + 2, z]
        ),
    )


def stencil(net, t, taps):
    """Stencil: differences of pixels at `taps` random offsets; pixels at the edge are repeated outside."""
    width, height, channels = t.shape
    offsets = [(net.random.randint(-2, 2), net.random.randint(-2, 2)) for _ in range(taps)]
    at = lambda x, y, z, dx, dy: t[hl.clamp(x + dx, 0, width - 1), hl.clamp(y + dy, 0, height - 1), z]
    return net.define(
        "stencil",
        t.shape,
        lambda x, y, z: sum((hl.abs(at(x, y, z, dx, dy) - t[x, y, z]) for dx, dy in offsets), hl.f32(0)),
    )


def concatenate(net, a, b):
    """Concatenates two images along the channels. Crops the larger image."""
    first, second = a.shape[2], b.shape[2]
    size = tuple(map(min, a.shape[:2], b.shape[:2]))
    left = lambda x, y, z: cropped(a, (*size, first), (x, y, hl.min(z, first - 1)))
    right = lambda x, y, z: cropped(b, (*size, second), (x, y, hl.max(z - first, 0)))
    return net.define(
        "concat", (*size, first + second), lambda x, y, z: hl.select(z < first, left(x, y, z), right(x, y, z))
    )


def quantised_convolution(net, t, channels, size=3):
    """Convolution of unsigned bytes that sums in 32 bits and returns unsigned bytes."""
    if size > 1 and net.random.random() < 0.4:
        t = pad(net, t, size // 2)
    inputs = t.shape[2]
    weights, bias = net.weights(channels, size, size, inputs, type="int8"), net.weights(channels, type="int32")
    shape = (*extents(t, size, 1), channels)
    total = net.reduce(
        "qconv",
        shape,
        lambda x, y, z: bias[z],
        (size, size, inputs),
        lambda old, r, x, y, z: old + hl.i32(weights[z, r[0], r[1], r[2]]) * hl.i32(t[x + r[0], y + r[1], r[2]]),
        "int32",
    )
    return requantise(net, total)


def quantised_depthwise(net, t, size=3):
    if net.random.random() < 0.4:
        t = pad(net, t, size // 2)
    channels = t.shape[2]
    weights = net.weights(size, size, channels, type="int8")
    total = net.reduce(
        "qdepthwise",
        (*extents(t, size, 1), channels),
        lambda x, y, z: hl.i32(0),
        (size, size),
        lambda old, r, x, y, z: old + hl.i32(weights[r[0], r[1], z]) * hl.i32(t[x + r[0], y + r[1], z]),
        "int32",
    )
    return requantise(net, total)


def requantise(net, total):
    return net.define(
        "requantise", total.shape, lambda x, y, z: hl.u8(hl.clamp((total[x, y, z] * 37 + 2048) >> 12, 0, 255)), "uint8"
    )


def quantised_add(net, a, b):
    shape = tuple(map(min, a.shape, b.shape))
    return net.define(
        "qadd",
        shape,
        lambda *index: hl.u8((hl.u16(cropped(a, shape, index)) + hl.u16(cropped(b, shape, index)) + 1) >> 1),
        "uint8",
    )
