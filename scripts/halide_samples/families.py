"""Families of random networks. A family is a function that appends operators to a Network and returns the output
tensor.

The function samples sizes from net.random.
"""

from . import image_operators as image
from . import matrix_operators as matrix

POINTWISE = ["relu", "leakyrelu", "relu6", "hardswish", "sigmoid", "gelu"]
CHANNELS = [4, 8, 12, 16, 24, 32, 48, 64]
SIDES = [16, 24, 28, 32, 48, 56, 64, 96, 112, 128, 192, 256]


def picture(net, sides=None, channels=None, **options):
    width = net.random.choice(sides or SIDES)
    height = width if net.random.random() < 0.7 else net.random.choice(sides or SIDES)
    return net.input((width, height, net.random.choice(channels or CHANNELS)), **options)


def act(net, t, kinds=POINTWISE):
    return matrix.activation(net, t, net.random.choice(kinds))


def plain(net):
    """A network of convolutions with activations and pools."""
    t = picture(net, channels=[3, *CHANNELS])
    for _ in range(net.random.randint(1, 4)):
        t = image.convolution(
            net, t, net.random.choice(CHANNELS), net.random.choice([1, 3, 3, 3, 5]), net.random.choice([1, 1, 1, 2])
        )
        if net.random.random() < 0.3:
            t = image.batch_norm(net, t)
        t = act(net, t, ["relu", "relu", "leakyrelu"])
        if min(t.shape[:2]) >= 12 and net.random.random() < 0.3:
            t = net.random.choice([image.max_pool, image.average_pool])(
                net, t, *net.random.choice([(2, 2), (3, 2), (3, 1)])
            )
    if net.random.random() < 0.25:
        t = matrix.linear(net, image.global_pool(net, t), net.random.choice([10, 16, 100]))
    return t


def residual(net):
    t = picture(net, SIDES[:9])
    for _ in range(net.random.randint(1, 3)):
        channels = t.shape[2]
        inner = image.convolution(net, t, channels, net.random.choice([1, 3, 3]))
        inner = act(net, image.batch_norm(net, inner) if net.random.random() < 0.5 else inner)
        inner = image.convolution(net, inner, channels, net.random.choice([1, 3]))
        t = matrix.binary(net, t, inner)
        if net.random.random() < 0.7:
            t = act(net, t)
    return t


def mobile(net):
    """A network of inverted residual blocks, some with squeeze and excitation."""
    t = picture(net, channels=CHANNELS[:6])
    for _ in range(net.random.randint(1, 2)):
        channels = t.shape[2]
        inner = image.convolution(net, t, channels * net.random.choice([1, 2, 3, 4]), 1)
        inner = act(net, inner, ["relu6", "hardswish", "relu"])
        stride = net.random.choice([1, 1, 2])
        inner = act(net, image.depthwise(net, inner, net.random.choice([3, 3, 5]), stride), ["relu6", "hardswish"])
        if net.random.random() < 0.4:
            squeezed = matrix.linear(net, image.global_pool(net, inner), max(2, inner.shape[2] // 4))
            excited = matrix.linear(net, act(net, squeezed, ["relu"]), inner.shape[2])
            inner = image.gate(net, inner, act(net, excited, ["sigmoid"]))
        if stride == 2:
            t = image.convolution(net, inner, net.random.choice(CHANNELS), 1)
        else:
            t = matrix.binary(net, t, image.convolution(net, inner, channels, 1))
    return t


def separable(net):
    """A network of alternating depthwise and pointwise convolutions."""
    t = picture(net)
    for _ in range(net.random.randint(1, 4)):
        t = image.depthwise(net, t, net.random.choice([3, 3, 5]), net.random.choice([1, 1, 2]))
        if net.random.random() < 0.5:
            t = act(net, t)
        t = act(net, image.convolution(net, t, net.random.choice(CHANNELS), 1))
    return t


def encoder_decoder(net):
    """A network that downsamples, then upsamples, and concatenates with skipped tensors."""
    t = picture(net, [32, 48, 64, 96, 128], CHANNELS[:5])
    for _ in range(net.random.randint(1, 2)):
        skipped = act(net, image.convolution(net, t, net.random.choice(CHANNELS[:5])), ["relu", "leakyrelu"])
        inner = net.random.choice([image.max_pool, image.average_pool])(net, skipped)
        inner = act(net, image.convolution(net, inner, net.random.choice(CHANNELS[:6])), ["relu", "leakyrelu"])
        inner = image.upsample(net, inner, net.random.random() < 0.5)
        t = image.concatenate(net, skipped, inner) if net.random.random() < 0.7 else image.convolution(net, inner, 8, 1)
    return t


def pyramid(net):
    """An image pyramid: blurs, differences and blends of scales."""
    t = picture(net, [128, 192, 256, 384, 512], [1, 3, 4, 8])
    kept = []
    for _ in range(net.random.randint(1, 3)):
        low = image.blur(net, image.pad(net, t, 1) if net.random.random() < 0.5 else t, 2)
        high = matrix.binary(net, t, image.upsample(net, low, net.random.random() < 0.6), "subtract")
        kept.append(act(net, high, ["tanh", "relu", "leakyrelu"]) if net.random.random() < 0.6 else high)
        t = low
    for high in reversed(kept):
        t = matrix.binary(net, image.upsample(net, t, net.random.random() < 0.5), high, "add")
    return t


def inception(net):
    """A network of parallel branches that are concatenated along the channels."""
    t = picture(net, SIDES[:9], CHANNELS[:6])
    for _ in range(net.random.randint(1, 2)):
        branches = [act(net, image.convolution(net, t, net.random.choice(CHANNELS[:5]), 1), ["relu"])]
        if net.random.random() < 0.8:
            branches.append(act(net, image.convolution(net, t, net.random.choice(CHANNELS[:5]), 3), ["relu"]))
        if net.random.random() < 0.6:
            branches.append(image.depthwise(net, t))
        if len(branches) < 2 or net.random.random() < 0.4:
            branches.append(image.max_pool(net, t, 3, 1))
        t = branches[0]
        for branch in branches[1:]:
            t = image.concatenate(net, t, branch)
    return t


def quantised(net):
    t = picture(net, channels=CHANNELS[:6], type="uint8")
    for _ in range(net.random.randint(1, 4)):
        kind = net.random.choice(["conv", "conv", "pointwise", "depthwise", "pool", "residual"])
        if kind == "depthwise":
            t = image.quantised_depthwise(net, t)
        elif kind == "pool" and min(t.shape[:2]) >= 8:
            t = image.max_pool(net, t)
        elif kind == "residual":
            t = image.quantised_add(net, t, image.quantised_convolution(net, t, t.shape[2], net.random.choice([1, 3])))
        else:
            t = image.quantised_convolution(net, t, net.random.choice(CHANNELS[:6]), 1 if kind == "pointwise" else 3)
    return t


def stencils(net):
    """A random graph of stencils, blurs and element-wise operators on images."""
    tensors = [picture(net, [128, 192, 256, 384, 512], [1, 3, 4, 8]) for _ in range(net.random.randint(1, 2))]
    for _ in range(net.random.randint(3, 14)):
        t = net.random.choice(tensors[-3:])
        peers = [other for other in tensors if other.shape[2] == t.shape[2] and other is not t]
        kind = net.random.choice(["stencil", "blur", "act", "binary", "binary", "depthwise"])
        if kind == "binary" and peers:
            tensors.append(
                matrix.binary(
                    net, t, net.random.choice(peers), net.random.choice(["add", "multiply", "subtract", "maximum"])
                )
            )
        elif kind == "blur":
            tensors.append(image.blur(net, t))
        elif kind == "stencil":
            tensors.append(image.stencil(net, t, net.random.randint(2, 6)))
        elif kind == "depthwise":
            tensors.append(image.depthwise(net, t))
        else:
            tensors.append(act(net, t))
    return tensors[-1]


def tokens(net, rows=(16, 32, 49, 64, 96, 128, 196, 256), features=(16, 32, 48, 64, 96, 128, 192, 256)):
    return net.input((net.random.choice(features), net.random.choice(rows)))


def perceptron(net):
    t = tokens(net)
    for _ in range(net.random.randint(1, 4)):
        features = t.shape[0]
        inner = act(net, matrix.linear(net, t, net.random.choice([32, 64, 100, 128, 256])))
        if net.random.random() < 0.4:
            inner = matrix.binary(net, t, matrix.linear(net, inner, features))
        if net.random.random() < 0.4:
            inner = matrix.layer_norm(net, inner)
        t = inner
    return matrix.softmax(net, t) if net.random.random() < 0.4 else t


def attention(net):
    t = tokens(net, features=(32, 64, 96, 128))
    heads = net.random.choice([1, 1, 2, 4])
    features = t.shape[0]
    inner = matrix.layer_norm(net, t) if net.random.random() < 0.4 else t
    query, key, value = (matrix.linear(net, inner, features, name) for name in ("query", "key", "value"))
    weights = matrix.softmax(net, matrix.attention_scores(net, query, key, heads))
    inner = matrix.attention_values(net, weights, value, heads)
    if net.random.random() < 0.7:
        inner = matrix.linear(net, inner, features)
    if net.random.random() < 0.5:
        inner = matrix.binary(net, t, inner)
    if net.random.random() < 0.3:
        inner = act(net, matrix.linear(net, inner, features * net.random.choice([1, 2])), ["gelu", "relu"])
    return inner


def linear_attention(net):
    """Linear attention, whose scores have no softmax: keys times values are summed over the rows first."""
    t = tokens(net, features=(32, 48, 64, 96))
    query, key, value = (matrix.linear(net, t, t.shape[0], name) for name in ("query", "key", "value"))
    query, key = act(net, query, ["relu", "sigmoid"]), act(net, key, ["relu", "sigmoid"])
    rows = key.shape[1]
    state = net.reduce(
        "state",
        (t.shape[0], t.shape[0]),
        lambda x, y: 0.0 * key[x, 0],
        (rows,),
        lambda old, r, x, y: old + value[x, r[0]] * key[y, r[0]],
    )
    out = net.reduce(
        "context",
        t.shape,
        lambda x, y: 0.0 * query[x, y],
        (t.shape[0],),
        lambda old, r, x, y: old + state[x, r[0]] * query[r[0], y],
    )
    return matrix.binary(net, t, out) if net.random.random() < 0.5 else out


def mixer(net):
    t = tokens(net)
    for _ in range(net.random.randint(1, 2)):
        features, rows = t.shape
        inner = matrix.layer_norm(net, t) if net.random.random() < 0.5 else t
        inner = act(net, matrix.mix_rows(net, inner, net.random.choice([16, 32, 64, 128])), ["gelu", "relu"])
        t = matrix.binary(net, t, matrix.mix_rows(net, inner, rows))
        if net.random.random() < 0.6:
            inner = act(net, matrix.linear(net, t, net.random.choice([32, 64, 128])), ["gelu", "relu"])
            t = matrix.binary(net, t, matrix.linear(net, inner, features))
    return t


def recurrent(net):
    """Several steps of a gated recurrent unit over a batch."""
    state = tokens(net, (8, 16, 32, 64), (32, 64, 96, 128))
    features, rows = state.shape
    for _ in range(net.random.randint(1, 2)):
        step = net.input((net.random.choice([32, 64, 96]), rows))
        gates = []
        for kind in ("sigmoid", "tanh"):
            total = matrix.binary(net, matrix.linear(net, step, features), matrix.linear(net, state, features))
            gates.append(matrix.activation(net, total, kind))
        state = matrix.blend(net, state, gates[1], gates[0])
    return state


FAMILIES = {
    function.__name__: function
    for function in (
        plain,
        residual,
        mobile,
        separable,
        encoder_decoder,
        pyramid,
        inception,
        quantised,
        stencils,
        perceptron,
        attention,
        linear_attention,
        mixer,
        recurrent,
    )
}
