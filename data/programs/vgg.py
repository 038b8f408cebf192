"""Plain convolution networks: stages of 3x3 convolutions and poolings, flattened in one order or another into large
matrices, with biases and without norms; LeNet and AlexNet in small."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, classified, conv, dense, forward, image, indices, pool, training


def biased(weight, x, features, order="NHWC", size=3, active=jax.nn.relu, **options):
    shape = [features if axis == "C" else 1 for axis in order]
    return active(conv(weight, x, features, size, order, **options) + weight(features).reshape(shape))


def stage(weight, x, features=32, depth=2, order="NHWC", by="max"):
    for _ in range(depth):
        x = biased(weight, x, features, order)
    return pool(x, 2, order=order, by=by)


def flat(x, order, first="C"):
    """Features of an image as a row, with the channels first (as frameworks with NCHW have it) or last."""
    wanted = "NCHW" if first == "C" else "NHWC" if first == "H" else "NWHC"
    return x.transpose([order.index(axis) for axis in wanted]).reshape(x.shape[order.index("N")], -1)


def head(weight, x, hidden=128, classes=10, order="NHWC", first="C", transposed=False):
    x = jax.nn.relu(dense(weight, flat(x, order, first), hidden, transposed))
    return dense(weight, jax.nn.relu(dense(weight, x, hidden, transposed)), classes, transposed)


def convolved_head(weight, x, hidden=64, classes=10, order="NHWC"):
    """The same layers as convolutions whose windows are the whole image (fully convolutional)."""
    side = x.shape[order.index("H")]
    x = biased(weight, x, hidden, order, side, padding="VALID")
    return biased(weight, x, classes, order, 1, lambda value: value).reshape(x.shape[order.index("N")], classes)


def lenet(weight, x, order="NCHW", first="C"):
    for features in (8, 16):
        x = pool(biased(weight, x, features, order, 5, jnp.tanh, padding="VALID"), 2, order=order, by="mean")
    return head(weight, x, 84, order=order, first=first, transposed=True)


def normalized(x, order, reach=2):
    """Responses divided by their neighbours' in channels (local response normalization)."""
    window = [2 * reach + 1 if axis == "C" else 1 for axis in order]
    around = jax.lax.reduce_window(x * x, 0., jax.lax.add, window, [1] * 4, "SAME")
    return x * (1 + .1 * around) ** -.75


def alexnet(weight, x, order="NHWC"):
    x = pool(normalized(biased(weight, x, 16, order, 7, stride=2), order), 3, 2, order)
    x = pool(normalized(biased(weight, x, 32, order, 5, groups=2), order), 3, 2, order)
    return head(weight, biased(weight, x, 24, order), 64, order=order)


def vgg(weight, x, order="NHWC", widths=(8, 16, 32), first="C"):
    for width in widths:
        x = stage(weight, x, width, 1 if width < 16 else 2, order)
    return head(weight, x, 64, order=order, first=first)


def programs(random):
    for order in ("NHWC", "NCHW"):
        name = order.lower()
        for by, (way, suffix) in (("max", (forward, "")), ("mean", (backward, "_grad"))):
            side, width = random.choice([16, 20, 28]), random.choice([16, 20, 32])
            model = partial(stage, features=random.choice([24, 32]), depth=random.choice([1, 2]), order=order, by=by)
            yield f"stage_{by}_{name}_s{side}{suffix}", *way(model, image(order, 6, side, width))
        for first in ("C", random.choice(["H", "W"])):
            side, transposed = random.choice([6, 7, 8]), random.choice([False, True])
            way, suffix = random.choice([(forward, ""), (backward, "_grad")])
            model = partial(head, order=order, first=first, transposed=transposed)
            yield f"head_{name}_{first.lower()}_s{side}{suffix}", *way(model, image(order, 64, side, 48))
        yield f"convolved_head_{name}", *forward(partial(convolved_head, order=order), image(order, 64, 7, 56))
        yield f"vgg_{name}", *forward(partial(vgg, order=order, first="H"), image(order, 10, 32, 3))
    yield "lenet", *forward(lenet, image("NCHW", 24, 28, 1))
    yield "lenet_step", *training(classified(partial(lenet, order="NHWC")), image("NHWC", 12, 28, 1), indices(12))
    yield "alexnet", *forward(partial(alexnet, order="NCHW"), image("NCHW", 6, 48, 3))
    yield "normalized_grad", *backward(lambda weight, x: normalized(x, "NCHW"), image("NCHW", 6, 24, 24))
    yield "alexnet_step", *training(classified(alexnet), image("NHWC", 3, 40, 3), indices(3))
    loss = classified(partial(vgg, order="NCHW"))
    yield "vgg_momentum", *training(loss, image("NCHW", 4, 24, 3), indices(4), momentum=.9)
