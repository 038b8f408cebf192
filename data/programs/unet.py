"""U-Nets: levels that shrink and grow again with concatenated skips, by resizing or by transposed convolutions."""
import jax
import jax.numpy as jnp

from layers import affine, backward, conv, forward, image, norm, pool, square, training


def double(weight, x, features, order):
    spatial, channel = (order.index("H"), order.index("W")), order.index("C")
    x = jax.nn.relu(affine(weight, conv(weight, x, features, 3, order), channel))
    return jax.nn.relu(norm(weight, conv(weight, x, features, 3, order), spatial, channel))


def doubled(x, order):
    """Every pixel repeated twice along both axes, by broadcasting."""
    for axis in (order.index("H"), order.index("W")):
        x = jnp.repeat(x, 2, axis)
    return x


def up(weight, x, skip, features, order, learned):
    x = conv(weight, x, features, 2, order, up=2) if learned else conv(weight, doubled(x, order), features, 1, order)
    return double(weight, jnp.concatenate([skip, x], order.index("C")), features, order)


def down(weight, x, features, order, strided):
    x = conv(weight, x, features, 3, order, stride=2) if strided else pool(x, 2, order=order)
    return double(weight, x, features, order)


def level(features, order, learned=False, strided=False):
    """One level: down, and up again to meet the skip."""
    def model(weight, x):
        return up(weight, down(weight, x, 2 * features, order, strided), x, features, order, learned)
    return model


def network(widths, order, learned=False, strided=False, classes=2):
    def model(weight, x):
        x = double(weight, x, widths[0], order)
        skips = []
        for width in widths[1:]:
            skips.append(x)
            x = down(weight, x, width, order, strided)
        for width, skip in zip(widths[-2::-1], skips[::-1]):
            x = up(weight, x, skip, width, order, learned)
        return conv(weight, x, classes, 1, order)
    return model


def programs(random):
    for order in ("NHWC", "NCHW"):
        for learned in (False, True):
            name = f"{order.lower()}_{'learned' if learned else 'repeat'}"
            batch, side, width = random.choice([3, 4, 5]), random.choice([16, 20, 24]), random.choice([16, 20, 24])
            x = image(order, batch, side, width)
            yield f"level_{name}_s{side}", *forward(level(width, order, learned, not learned), x)
            yield f"level_{name}_s{side}_grad", *backward(level(width, order, learned), x)
        side, classes = random.choice([32, 40]), random.choice([1, 2, 5])
        x = image(order, 3, side, 3)
        widths = random.choice([[8, 16, 24], [12, 16, 32]])
        yield f"net_{order.lower()}_s{side}", *forward(network(widths, order, classes=classes), x)
        loss = square(network(widths[:2], order, learned=order == "NCHW"))
        yield f"net_{order.lower()}_s{side}_step", *training(loss, x, image(order, 3, side, 2))
