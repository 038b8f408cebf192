"""Families of random networks. A family is a function that appends operators to a Network and returns the output
tensor. It samples sizes from net.random."""

from tvm import topi

from .operators import (
    activation,
    channel_bias,
    convolution,
    convolution_1d,
    convolution_nhwc,
    depthwise,
    linear,
    matmul,
    pool,
    scaled,
    sizes,
)

FEATURES = [32, 48, 64, 96, 128, 192, 256, 384, 512]
CHANNELS = [8, 16, 24, 32, 48, 64, 96, 128]
SIDES = [14, 16, 20, 28, 32, 40, 56, 64]


def picture(net, channels=CHANNELS, sides=SIDES):
    side = net.random.choice(sides)
    return net.input(1, net.random.choice(channels), side, side)


def rows(net, numbers=FEATURES):
    return net.input(net.random.choice(numbers), net.random.choice(FEATURES))


def matrix_product(net):
    a, transposed = rows(net), net.random.random() < 0.4
    inner, columns = sizes(a)[1], net.random.choice(FEATURES)
    return matmul(a, net.weights(columns, inner) if transposed else net.weights(inner, columns), transposed)


def batched_product(net):
    batch, count, inner, columns = (net.random.choice(of) for of in ([2, 4, 8, 12, 16], FEATURES, FEATURES[:5], FEATURES))
    a, transposed = net.input(batch, count, inner), net.random.random() < 0.4
    return matmul(a, net.input(*((batch, columns, inner) if transposed else (batch, inner, columns))), transposed)


def convolution_2d(net):
    channels, kernel, stride = (net.random.choice(of) for of in (CHANNELS, [1, 3, 3, 5], [1, 1, 2]))
    if net.random.random() < 0.5:
        return convolution(net, picture(net), channels, kernel, stride)
    side = net.random.choice(SIDES)
    return convolution_nhwc(net, net.input(1, side, side, net.random.choice(CHANNELS)), channels, kernel, stride)


def depthwise_convolution(net):
    t = depthwise(net, picture(net, [32, 64, 96, 128, 192], [28, 56, 80, 112]), *net.random.choice([(3, 1), (3, 2), (5, 1)]))
    return activation(net, channel_bias(net, t), ["relu", "relu6", "swish"])


def grouped_convolution(net):
    t, groups = picture(net, [16, 32, 64, 96, 128]), net.random.choice([2, 4, 8])
    return convolution(net, t, net.random.choice([16, 32, 64, 128]), 3, net.random.choice([1, 1, 2]), groups)


def temporal_convolution(net):
    """A 1-D convolution with a bias and an activation."""
    t = net.input(1, net.random.choice(CHANNELS), net.random.choice([64, 128, 256, 500, 1024]))
    t = convolution_1d(net, t, net.random.choice(CHANNELS), net.random.choice([3, 5, 7]), net.random.choice([1, 2]))
    return activation(net, topi.add(t, net.weights(1, sizes(t)[1], 1)), ["relu", "tanh", "leaky_relu"])


def pooling(net):
    kernel, stride = net.random.choice([(2, 2), (3, 1), (3, 2), (5, 1)])
    t = pool(picture(net, [32, 64, 96, 128, 192], [28, 56, 80, 112]), kernel, stride, net.random.choice(["max", "avg"]))
    return activation(net, t, ["relu", "swish"]) if net.random.random() < 0.4 else t


def softmax(net):
    t = net.input(net.random.choice([256, 384, 512, 1024, 2048]), net.random.choice([128, 256, 384, 512, 1000]))
    if net.random.random() < 0.5:
        t = scaled(topi.add(t, net.weights(sizes(t)[1])), 0.125)
    return topi.nn.softmax(t)


def normalisation(net):
    """Layer, root-mean-square or instance normalisation; in some networks, of the sum of two tensors."""
    if net.random.random() < 0.3:
        t = picture(net, [32, 64, 96, 128], [28, 56, 80, 112])
        return topi.nn.instance_norm(t, net.weights(sizes(t)[1]), net.weights(sizes(t)[1]), axis=[2, 3])
    t = net.input(net.random.choice([256, 384, 512, 1024, 2048]), net.random.choice([192, 256, 384, 512, 768]))
    if net.random.random() < 0.5:
        t = topi.add(t, net.input(*sizes(t)))
    width = sizes(t)[1]
    if net.random.random() < 0.5:
        return topi.nn.layer_norm(t, net.weights(width), net.weights(width), axis=[1])
    return topi.nn.rms_norm(t, net.weights(width), axis=[1])


def dense(net):
    """A matrix product with a bias and an activation."""
    return activation(net, linear(net, rows(net), net.random.choice(FEATURES)), ["relu", "leaky_relu", "sigmoid", "swish"])


def residual(net):
    """A residual block: convolution, bias, activation, and the sum with the input."""
    t = picture(net)
    inner = channel_bias(net, convolution(net, t, sizes(t)[1], net.random.choice([1, 3])))
    if net.random.random() < 0.5:
        return activation(net, topi.add(inner, t), ["relu", "swish"])
    return topi.add(activation(net, inner, ["relu", "relu6", "leaky_relu"]), t)


def separable(net):
    """A depthwise convolution, then a pointwise convolution."""
    t = depthwise(net, picture(net), net.random.choice([3, 5]), net.random.choice([1, 1, 2]))
    t = convolution(net, activation(net, channel_bias(net, t), ["relu", "relu6"]), net.random.choice(CHANNELS), 1)
    return activation(net, channel_bias(net, t), ["relu", "relu6"]) if net.random.random() < 0.6 else t


def attention(net):
    """Multi-head attention: scaled dot products, softmax, and the weighted sum of the values."""
    heads, length, width = (net.random.choice(of) for of in ([1, 2, 4, 8], [32, 64, 96, 128, 192], [16, 32, 64]))
    query, key, value = (net.input(heads, length, width) for _ in range(3))
    scores = scaled(matmul(query, key, transposed=True, name="scores"), width**-0.5)
    return matmul(topi.nn.softmax(scores), value, name="weighted_values")


def perceptron(net):
    """A multilayer perceptron: two matrix products with an activation between them."""
    t, inner = rows(net, FEATURES[:6]), net.random.choice(FEATURES)
    outputs = net.random.choice([10, 64, 128, 256])
    hidden = activation(net, linear(net, t, inner), ["relu", "swish", "tanh"])
    return linear(net, hidden, outputs, bias=net.random.random() < 0.5)


def squeeze(net):
    """Squeeze and excitation: multiplies each channel by a number that is computed from the means of all channels."""
    t = picture(net, [32, 64, 96, 128, 192], [28, 40, 56, 80])
    channels = sizes(t)[1]
    means = topi.nn.global_pool(t, "avg", layout="NCHW")
    hidden = activation(net, convolution(net, means, channels // 4, 1), ["relu", "swish"])
    return topi.multiply(t, topi.sigmoid(convolution(net, hidden, channels, 1)))


FAMILIES = {
    family.__name__: family
    for family in (
        matrix_product,
        batched_product,
        convolution_2d,
        depthwise_convolution,
        grouped_convolution,
        temporal_convolution,
        pooling,
        softmax,
        normalisation,
        dense,
        residual,
        separable,
        attention,
        perceptron,
        squeeze,
    )
}
