"""Operators of random pipelines: on matrices of shape (features, rows), on vectors, and element-wise on any shape."""

import halide as hl

ACTIVATIONS = {
    "relu": lambda v: hl.max(v, 0.0),
    "leakyrelu": lambda v: hl.select(v > 0.0, v, 0.1 * v),
    "relu6": lambda v: hl.clamp(v, 0.0, 6.0),
    "sigmoid": lambda v: 1.0 / (1.0 + hl.fast_exp(-v)),
    "tanh": lambda v: 2.0 / (1.0 + hl.fast_exp(-2.0 * v)) - 1.0,
    "hardswish": lambda v: v * hl.clamp(v + 3.0, 0.0, 6.0) * (1.0 / 6.0),
    "gelu": lambda v: v / (1.0 + hl.fast_exp(-1.702 * v)),
}


def activation(net, t, kind):
    return net.define(kind, t.shape, lambda *index: ACTIVATIONS[kind](t[index]))


def binary(net, a, b, kind="add"):
    """Element-wise operator on two tensors of equal rank. Crops the larger tensor, because convolutions without padding
    shrink images."""
    function = {
        "add": lambda u, v: u + v,
        "multiply": lambda u, v: u * v,
        "subtract": lambda u, v: u - v,
        "maximum": hl.max,
    }[kind]
    shape = tuple(map(min, a.shape, b.shape))
    return net.define(kind, shape, lambda *index: function(cropped(a, shape, index), cropped(b, shape, index)))


def cropped(t, shape, index):
    """The element at `index` of the central part of `t` that has the shape `shape`."""
    return t[tuple(x + (whole - part) // 2 for x, whole, part in zip(index, t.shape, shape))]


def blend(net, a, b, weight):
    return net.define("blend", a.shape, lambda *index: weight[index] * a[index] + (1.0 - weight[index]) * b[index])


def linear(net, t, features, name="linear"):
    """Linear layer. Result: shape (features, rows), or (features) for a vector."""
    inputs, rows = t.shape[0], t.shape[1:]
    is_transposed = net.random.random() < 0.3
    weights = net.weights(inputs, features) if is_transposed else net.weights(features, inputs)
    bias = net.weights(features)

    def update(old, r, x, *row):
        k = r[0] if hasattr(r, "__getitem__") else r
        weight = weights[k, x] if is_transposed else weights[x, k]
        return old + weight * t[(k, *row)]

    return net.reduce(name, (features, *rows), lambda x, *row: bias[x], (inputs,), update)


def mix_rows(net, t, rows):
    """Linear layer over the rows instead of the features. Result: shape (features, rows)."""
    features, inputs = t.shape
    weights = net.weights(inputs, rows)
    return net.reduce(
        "mixrows",
        (features, rows),
        lambda x, y: hl.f32(0),
        (inputs,),
        lambda old, r, x, y: old + weights[r[0], y] * t[x, r[0]],
    )


def softmax(net, t):
    """Softmax over the features, in four stages, of which two are reductions."""
    features, rows = t.shape[0], t.shape[1:] or (1,)
    if not t.shape[1:]:
        inner = t
        t = net.define("row", (features, 1), lambda x, y: inner[x])
    greatest = net.reduce(
        "rowmax", rows, lambda *row: hl.f32(-3e38), (features,), lambda old, r, *row: hl.max(old, t[(r[0], *row)])
    )
    power = net.define("exp", (features, *rows), lambda x, *row: hl.fast_exp(t[(x, *row)] - greatest[row]))
    total = net.reduce(
        "rowsum", rows, lambda *row: hl.f32(0), (features,), lambda old, r, *row: old + power[(r[0], *row)]
    )
    return net.define("softmax", (features, *rows), lambda x, *row: power[(x, *row)] / total[row])


def layer_norm(net, t):
    features, rows = t.shape[0], t.shape[1:]
    scale, shift = net.weights(features), net.weights(features)
    total = net.reduce("normsum", rows, lambda *row: hl.f32(0), (features,), lambda old, r, *row: old + t[(r[0], *row)])
    squares = net.reduce(
        "normsquares",
        rows,
        lambda *row: hl.f32(0),
        (features,),
        lambda old, r, *row: old + t[(r[0], *row)] * t[(r[0], *row)],
    )

    def value(x, *row):
        mean = total[row] / features
        variance = squares[row] / features - mean * mean
        return (t[(x, *row)] - mean) * hl.fast_inverse_sqrt(variance + 1e-3) * scale[x] + shift[x]

    return net.define("layernorm", t.shape, value)


def attention_scores(net, query, key, heads):
    """Attention scores: products of queries and keys. Shape (keys, queries, heads), or (keys, queries) for one head."""
    size = query.shape[0] // heads
    rank = 1 / size**0.5
    if heads == 1:
        return net.reduce(
            "scores",
            (key.shape[1], query.shape[1]),
            lambda x, y: hl.f32(0),
            (size,),
            lambda old, r, x, y: old + rank * query[r[0], y] * key[r[0], x],
        )
    return net.reduce(
        "scores",
        (key.shape[1], query.shape[1], heads),
        lambda x, y, z: hl.f32(0),
        (size,),
        lambda old, r, x, y, z: old + rank * query[z * size + r[0], y] * key[z * size + r[0], x],
    )


def attention_values(net, weights, value, heads):
    """Attention output, of shape (features, queries): sums of values, weighted by the softmax of the scores."""
    features, keys = value.shape
    size = features // heads
    head = (lambda x: ()) if heads == 1 else (lambda x: (x // size,))
    return net.reduce(
        "context",
        (features, weights.shape[1]),
        lambda x, y: hl.f32(0),
        (keys,),
        lambda old, r, x, y: old + weights[(r[0], y, *head(x))] * value[x, r[0]],
    )
