"""Capsule networks: vectors of capsules predict those above them, routed by agreement in a few rounds, with the axes of
capsules and of their components in several orders."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, conv, dense, forward, image, square, struct, training


def squashed(x, axis=-1):
    energy = (x ** 2).sum(axis, keepdims=True)
    return x * energy / (1 + energy) * jax.lax.rsqrt(energy + 1e-3)


def routed(predictions, order="bijd", rounds=3, looped=False):
    """Capsules j from predictions of capsules i, axes b, i, j, d in `order`."""
    logits_order, out = order.replace("d", ""), order.replace("i", "")
    agreement = f"{order},{out}->{logits_order}"

    def summed(logits):
        shares = jax.nn.softmax(logits, logits_order.index("j"))
        return squashed(jnp.einsum(f"{order},{logits_order}->{out}", predictions, shares), out.index("d"))

    logits = jnp.zeros([predictions.shape[order.index(axis)] for axis in logits_order])
    better = lambda logits: logits + jnp.einsum(agreement, predictions, summed(logits))
    if looped:
        logits = jax.lax.fori_loop(0, rounds - 1, lambda _, logits: better(logits), logits)
    else:
        for _ in range(rounds - 1):
            logits = better(logits)
    return summed(logits)


def layer(weight, x, capsules=10, size=12, order="bijd", kept="ijde", **routing):
    """Capsules x (B, I, E) to capsules of `size` components; the matrices kept with axes in the order `kept`."""
    extents = {"i": x.shape[1], "j": capsules, "d": size, "e": x.shape[2]}
    predictions = jnp.einsum(f"bie,{kept}->{order}", x, weight(*(extents[axis] for axis in kept)))
    return routed(predictions, order, **routing)


def primary(weight, x, capsules=4, size=8, order="NHWC"):
    """Capsules (N, positions * capsules, size) of an image."""
    x = jax.nn.relu(conv(weight, x, 32, 5, order, stride=2))
    x = conv(weight, x, capsules * size, 3, order, stride=2)
    if order == "NCHW":
        n, _, h, w = x.shape
        return squashed(x.reshape(n, capsules, size, h, w).transpose(0, 3, 4, 1, 2).reshape(n, -1, size))
    return squashed(x.reshape(x.shape[0], -1, size))


def network(weight, x, order="NHWC", **options):
    return layer(weight, primary(weight, x, order=order), **options)


def reconstructed(weight, x):
    """The image again, from the longest of its capsules."""
    capsules = network(weight, x)
    lengths = (capsules ** 2).sum(-1)
    chosen = jnp.einsum("bjd,bj->bd", capsules, jax.nn.softmax(100 * lengths))
    return dense(weight, jax.nn.relu(dense(weight, chosen, 64)), x[0].size).reshape(x.shape)


def matrices(weight, x, capsules=8):
    """Poses (B, I, 4, 4) times a matrix for every pair, averaged with weights of activity."""
    votes = jnp.einsum("bixy,ijyz->bijxz", x, weight(x.shape[1], capsules, 4, 4))
    mean = votes.mean(1, keepdims=True)
    nearness = jax.nn.softmax(-((votes - mean) ** 2).sum((3, 4)), 1)
    return jnp.einsum("bijxz,bij->bjxz", votes, nearness)


def programs(random):
    for order, kept in (("bijd", "ijde"), ("bjid", "jied"), ("jbid", "ijed"), ("bdji", "ejdi")):
        below, size = random.choice([200, 256, 333]), random.choice([8, 12, 16])
        model = partial(layer, capsules=random.choice([7, 10, 12]), size=size, order=order, kept=kept)
        yield f"layer_{order}_i{below}", *forward(model, struct(16, below, 8))
        yield f"layer_{order}_i{below}_grad", *backward(partial(model, rounds=2), struct(12, below, 8))
    yield "looped", *forward(partial(layer, looped=True, order="bjid"), struct(16, 288, 8))
    yield "matrices", *forward(matrices, struct(24, 128, 4, 4))
    yield "matrices_grad", *backward(matrices, struct(16, 96, 4, 4))
    yield "net_nchw", *forward(partial(network, order="NCHW"), image("NCHW", 16, 36, 1))
    yield "net_step", *training(square(reconstructed), image("NHWC", 9, 28, 1), image("NHWC", 9, 28, 1))
