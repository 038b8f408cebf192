"""Operators of random networks, as TVM tensor expressions. Images are in the order NCHW, matrices are [rows, features].
"""

from tvm import te, topi

ACTIVATIONS = {
    "relu": topi.nn.relu,
    "leaky_relu": lambda t: topi.nn.leaky_relu(t, 0.1),
    "sigmoid": topi.sigmoid,
    "tanh": topi.tanh,
    "relu6": lambda t: topi.clip(t, 0.0, 6.0),
    "swish": lambda t: topi.multiply(t, topi.sigmoid(t)),
}


def activation(net, t, kinds):
    return ACTIVATIONS[net.random.choice(kinds)](t)


def sizes(t):
    """Returns the shape of a tensor as a tuple of integers."""
    return topi.utils.get_const_tuple(t.shape)


def matmul(a, b, transposed=False, name="matmul"):
    """Batched matrix product: [..., N, K] x [..., K, M] (if transposed, [..., M, K]) -> [..., N, M]. `name`: name of
    the TensorIR block, which must be unique within a workload."""
    *batch, rows, inner = sizes(a)
    columns = sizes(b)[-2 if transposed else -1]
    k = te.reduce_axis((0, inner), "k")

    def element(*index):
        *outer, i, j = index
        return te.sum(a[(*outer, i, k)] * (b[(*outer, j, k)] if transposed else b[(*outer, k, j)]), axis=k)

    return te.compute((*batch, rows, columns), element, name=name)


def linear(net, t, features, bias=True):
    """A matrix product with weights, plus a bias."""
    t = matmul(t, net.weights(sizes(t)[-1], features))
    return topi.add(t, net.weights(features)) if bias else t


def convolution(net, t, channels, kernel, stride=1, groups=1):
    """2-D convolution of an image in the order NCHW, with zero padding."""
    inputs = sizes(t)[1]
    weights = net.weights(channels, inputs // groups, kernel, kernel)
    if groups == 1:
        return topi.nn.conv2d_nchw(t, weights, stride, kernel // 2, 1)
    return topi.nn.group_conv2d_nchw(t, weights, stride, kernel // 2, 1, groups)


def convolution_nhwc(net, t, channels, kernel, stride=1):
    """2-D convolution of an image in the order NHWC, with zero padding; the result is in the same order."""
    return topi.nn.conv2d_nhwc(t, net.weights(kernel, kernel, sizes(t)[3], channels), stride, kernel // 2, 1)


def convolution_1d(net, t, channels, kernel, stride=1):
    """1-D convolution of a tensor [N, channels, width], with zero padding."""
    return topi.nn.conv1d_ncw(t, net.weights(channels, sizes(t)[1], kernel), stride, kernel // 2, 1)


def depthwise(net, t, kernel, stride=1):
    return topi.nn.depthwise_conv2d_nchw(t, net.weights(sizes(t)[1], 1, kernel, kernel), stride, kernel // 2, 1)


def channel_bias(net, t):
    return topi.add(t, net.weights(1, sizes(t)[1], 1, 1))


def pool(t, kernel, stride, kind):
    padding = [kernel // 2] * 4
    return topi.nn.pool2d(t, [kernel] * 2, [stride] * 2, [1, 1], padding, kind, layout="NCHW")


def scaled(t, factor):
    return topi.multiply(t, factor)
