"""Layers and training steps that the families share.

A model is a function `model(weight, *inputs)` that asks `weight(*shape)` for each weight where it uses it (outside
the bodies of loops). `forward`, `backward` and `training` turn it into a function whose weights are arguments, with
the structs of its arguments: `yield ("block", *forward(model, struct(8, 32)))`.
"""
import jax
import jax.numpy as jnp
import numpy as np


def struct(*shape, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype)


def image(order, batch, side, channels, wide=None, dtype=jnp.float32):
    """Images whose axes N, H, W, C are in `order`; square, or `wide` columns."""
    extents = {"N": batch, "H": side, "W": wide or side, "C": channels}
    return struct(*(extents[axis] for axis in order), dtype=dtype)


def indices(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.int32)


def forward(model, *inputs):
    """function(weights, *inputs) = the model's output."""
    weights = []

    def asked(*shape, dtype=jnp.float32):
        weights.append(jax.ShapeDtypeStruct(shape, dtype))
        return jnp.zeros(shape, dtype)

    jax.eval_shape(lambda *values: model(asked, *values), *inputs)

    def function(values, *inputs):
        rest = iter(values)
        return model(lambda *shape, dtype=jnp.float32: next(rest), *inputs)

    return function, (weights, *inputs)


def backward(model, *inputs):
    """function((weights, *inputs), cotangents of the output) = cotangents of weights and of inputs that are floats."""
    function, arguments = forward(model, *inputs)
    leaves, tree = jax.tree.flatten(arguments)
    floats = [index for index, leaf in enumerate(leaves) if jnp.issubdtype(leaf.dtype, jnp.floating)]

    def pullback(arguments, cotangents):
        values = jax.tree.leaves(arguments)

        def output(*changed):
            filled = list(values)
            for index, value in zip(floats, changed):
                filled[index] = value
            return function(*jax.tree.unflatten(tree, filled))

        return jax.vjp(output, *(values[index] for index in floats))[1](cotangents)

    return pullback, (arguments, jax.eval_shape(function, *arguments))


def training(loss, *inputs, rate=.01, momentum=None):
    """function(weights, *inputs) = the loss, and the weights after a step of gradient descent.

    With momentum, weights and result are pairs (weights, velocities)."""
    function, (weights, *_) = forward(loss, *inputs)
    gradients = jax.value_and_grad(function)
    less = lambda value, step: value - rate * step.astype(value.dtype)
    moved = lambda values, steps: jax.tree.map(less, values, steps)

    def step(values, *inputs):
        value, slopes = gradients(values, *inputs)
        return value, moved(values, slopes)

    def step_with_momentum(state, *inputs):
        values, velocities = state
        value, slopes = gradients(values, *inputs)
        velocities = jax.tree.map(lambda velocity, slope: momentum * velocity + slope, velocities, slopes)
        return value, (moved(values, velocities), velocities)

    if momentum is None:
        return step, (weights, *inputs)
    return step_with_momentum, ((weights, weights), *inputs)


def square(model):
    """The loss of a model: the mean square of its output's distance to a target, the last input."""
    return lambda weight, *inputs: jnp.mean((model(weight, *inputs[:-1]) - inputs[-1]) ** 2)


def classified(model):
    """The loss of a model: the cross entropy of its logits (..., classes) with labels (...), the last input."""
    def loss(weight, *inputs):
        scores = jax.nn.log_softmax(model(weight, *inputs[:-1]))
        return -jnp.mean(jnp.take_along_axis(scores, inputs[-1][..., None], axis=-1))
    return loss


def conv(weight, x, features, size=3, order="NHWC", kernel=None, to=None, stride=1, dilation=1, groups=1,
         padding="SAME", up=1):
    """A convolution of x in `order` (N, C and the axes between in any order), its result in `to`, its kernel in
    `kernel` (I, O and the axes). size, stride, dilation and up (the input's dilation) are one number or one an axis."""
    axes = "".join(axis for axis in order if axis not in "NC")
    each = lambda value: (value,) * len(axes) if isinstance(value, int) else tuple(value)
    kernel = kernel or (axes + "IO" if order[-1] == "C" else "OI" + axes)
    extents = dict(zip(axes, each(size)), I=x.shape[order.index("C")] // groups, O=features)
    if up != 1 and isinstance(padding, str):
        padding = [((k - 1) // 2, k // 2 + u - 1) for k, u in zip(each(size), each(up))]
    return jax.lax.conv_general_dilated(
        x, weight(*(extents[axis] for axis in kernel), dtype=x.dtype), each(stride), padding, each(up), each(dilation),
        (order, kernel, to or order), groups)


def pool(x, size=2, stride=None, order="NHWC", by="max", padding="VALID"):
    """The maximum, the sum or the mean (`by`) of windows over the axes other than N and C."""
    window = lambda value: [1 if axis in "NC" else value for axis in order]
    start, reduce = (-np.inf, jax.lax.max) if by == "max" else (0, jax.lax.add)
    pooled = jax.lax.reduce_window(x, x.dtype.type(start), reduce, window(size), window(stride or size), padding)
    return pooled / size ** (x.ndim - 2) if by == "mean" else pooled


def dense(weight, x, features, transposed=False, bias=True):
    """x (..., inputs) times a matrix, which is kept (inputs, features), or (features, inputs) when transposed."""
    inputs = x.shape[-1]
    matrix = weight(features, inputs, dtype=x.dtype).T if transposed else weight(inputs, features, dtype=x.dtype)
    return x @ matrix + (weight(features, dtype=x.dtype) if bias else 0)


def affine(weight, x, channel=-1):
    """x scaled and moved per channel: what is left of a batch norm when a network is used."""
    shape = [1] * x.ndim
    shape[channel] = x.shape[channel]
    scale, offset = (weight(x.shape[channel], dtype=x.dtype).reshape(shape) for _ in range(2))
    return x * (1 + scale) + offset


def norm(weight, x, over=-1, channel=-1):
    """x less its mean over the axes `over`, divided by the deviation there, then scaled and moved per channel.

    Of rank 4 NHWC: batch norm over (0, 1, 2), instance norm over (1, 2), layer norm over -1."""
    centered = x - x.mean(over, keepdims=True)
    return affine(weight, centered * jax.lax.rsqrt((centered ** 2).mean(over, keepdims=True) + 1e-5), channel)


def batchnorm(weight, x, order="NHWC"):
    return norm(weight, x, tuple(axis for axis, name in enumerate(order) if name != "C"), order.index("C"))


def attention(queries, keys, values, order="bhtd", mask=None):
    """Softmax attention; `order` names the axes of the three and of the result: t is time, d the depth of a head."""
    other = order.replace("t", "s")
    batch = order.replace("t", "").replace("d", "")
    scores = jnp.einsum(f"{order},{other}->{batch}ts", queries, keys) * queries.shape[order.index("d")] ** -.5
    if mask is not None:
        scores = jnp.where(mask, scores, -1e9)
    return jnp.einsum(f"{batch}ts,{other}->{order}", jax.nn.softmax(scores), values)
