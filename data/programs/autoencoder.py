"""Autoencoders: dense, convolutional, variational (the noise an input), with codebooks, sparse, masked, and flows of
couplings."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import attention, backward, conv, dense, forward, image, norm, square, struct, training


def perceptrons(weight, x, widths=(160, 64, 20), tied=False):
    """Down and up again; tied: up with the transposed matrices."""
    matrices, inner = [], x
    for width in widths:
        matrices.append(weight(inner.shape[-1], width))
        inner = jnp.tanh(inner @ matrices[-1] + weight(width))
    for matrix in matrices[::-1]:
        inner = jnp.tanh(inner @ (matrix.T if tied else weight(*matrix.shape[::-1])) + weight(matrix.shape[0]))
    return inner


def encoder(weight, x, features=16, order="NHWC"):
    for width in (16, 24):
        x = jax.nn.silu(conv(weight, x, width, 3, order, stride=2))
    return conv(weight, x, features, 1, order)


def decoder(weight, code, features=3, order="NHWC"):
    for width in (24, 16):
        code = jax.nn.silu(conv(weight, code, width, 4, order, up=2))
    return conv(weight, code, features, 3, order)


def convolutional(weight, x, order="NHWC"):
    return decoder(weight, encoder(weight, x, order=order), x.shape[order.index("C")], order)


def variational(weight, x, noise, order="NHWC", features=24):
    """The lower bound's negative: reconstruction and divergence."""
    encoded = encoder(weight, x, order=order)
    mean, logarithm = jnp.split(dense(weight, encoded.reshape(x.shape[0], -1), 2 * features), 2, -1)
    code = mean + jnp.exp(logarithm / 2) * noise
    grown = dense(weight, code, encoded[0].size, transposed=True).reshape(encoded.shape)
    divergence = (mean ** 2 + jnp.exp(logarithm) - logarithm - 1).sum(-1).mean() / 2
    return ((decoder(weight, grown, order=order) - x) ** 2).sum() / x.shape[0] + divergence


def nearest(weight, x, count=64, kept="kd"):
    """The nearest of a codebook's vectors for each of x (..., D), gradients passed straight through, and the loss."""
    book = weight(*(count if axis == "k" else x.shape[-1] for axis in kept))
    far = (book ** 2).sum(kept.index("d")) - 2 * jnp.einsum(f"...d,{kept}->...k", x, book)
    chosen = jax.nn.one_hot(far.argmin(-1), count)
    found = jnp.einsum(f"...k,{kept}->...d", chosen, book)
    stop = jax.lax.stop_gradient
    return x + stop(found - x), jnp.mean((stop(x) - found) ** 2) + .25 * jnp.mean((x - stop(found)) ** 2)


def quantized(weight, x, order="NHWC"):
    encoded = jnp.einsum(f"{order.lower()}->nhwc", encoder(weight, x, order=order))
    found, loss = nearest(weight, encoded)
    return ((decoder(weight, jnp.einsum(f"nhwc->{order.lower()}", found), order=order) - x) ** 2).mean() + loss


def sparse(weight, x, atoms=192, rounds=6):
    """Codes by iterated shrinkage: gradient steps and thresholds over one dictionary."""
    dictionary = weight(x.shape[-1], atoms)
    code = jnp.zeros((x.shape[0], atoms))
    for _ in range(rounds):
        moved = code + .5 * (x - code @ dictionary.T) @ dictionary
        code = jnp.sign(moved) * jax.nn.relu(jnp.abs(moved) - 1e-3)
    return code @ dictionary.T, code


def masked(weight, x, patch=4, width=48, heads=4):
    """Three quarters of the patches left out (by a pattern), the others encoded, all decoded by attention."""
    n, h, w, c = x.shape
    cut = x.reshape(n, h // patch, patch, w // patch, patch, c).transpose(0, 1, 3, 2, 4, 5)
    patches = cut.reshape(n, -1, patch * patch * c)
    seen = dense(weight, patches[:, ::4], width) + weight(patches.shape[1] // 4, width)
    places = weight(patches.shape[1], width)
    tokens = jnp.broadcast_to(places, (n, *places.shape)).at[:, ::4].add(seen)
    joint = dense(weight, norm(weight, tokens), 3 * width).reshape(n, -1, 3, heads, width // heads)
    mixed = attention(*(joint[:, :, part].swapaxes(1, 2) for part in range(3)))
    tokens = tokens + dense(weight, mixed.swapaxes(1, 2).reshape(tokens.shape), width)
    return dense(weight, norm(weight, tokens), patches.shape[-1])


def coupled(weight, x, order="NHWC", rounds=2):
    """Couplings of halves of the channels with mixing by a matrix between them (Glow): x and the log determinant."""
    channel, total = order.index("C"), 0
    width = x.shape[channel]
    lower = order.lower()
    for _ in range(rounds):
        x = jnp.einsum(f"{lower},dc->{lower.replace('c', 'd')}", x, weight(width, width) + jnp.eye(width))
        left, right = jnp.split(x, 2, channel)
        hidden = jax.nn.relu(conv(weight, left, 32, 3, order))
        scale, move = jnp.split(conv(weight, hidden, width, 3, order), 2, channel)
        total = total + jnp.tanh(scale).sum((1, 2, 3))
        x = jnp.concatenate([right * jnp.exp(jnp.tanh(scale)) + move, left], channel)
    return x, total


def programs(random):
    for tied in (False, True):
        batch, width = random.choice([150, 200, 256]), random.choice([196, 256, 400])
        name, model = "tied" if tied else "untied", partial(perceptrons, tied=tied)
        yield f"{name}_b{batch}", *forward(model, struct(2 * batch, width))
        yield f"{name}_b{batch}_step", *training(square(model), struct(batch, width), struct(batch, width))
    for order in ("NHWC", "NCHW"):
        name, side = order.lower(), random.choice([24, 28, 32])
        yield f"convolutional_{name}_s{side}", *forward(partial(convolutional, order=order), image(order, 6, side, 3))
        loss = partial(variational, order=order)
        yield f"variational_{name}_step", *training(loss, image(order, 6, 24, 3), struct(6, 24))
        way, suffix = random.choice([(forward, ""), (backward, "_grad")])
        x = image(order, 4, random.choice([16, 20]), 16)
        yield f"coupled_{name}{suffix}", *way(partial(coupled, order=order), x)
        yield f"quantized_{name}_step", *training(partial(quantized, order=order), image(order, 4, 28, 3))
    for kept in ("kd", "dk"):
        yield f"nearest_{kept}", *forward(partial(nearest, kept=kept, count=128), struct(8, 14, 14, 32))
        yield f"nearest_{kept}_grad", *backward(partial(nearest, kept=kept), struct(8, 14, 14, 32))
    yield "sparse", *forward(sparse, struct(200, 128))
    yield "sparse_grad", *backward(partial(sparse, rounds=3), struct(160, 128))
    yield "masked", *forward(masked, image("NHWC", 20, 32, 3))
    yield "masked_grad", *backward(masked, image("NHWC", 6, 32, 3))
