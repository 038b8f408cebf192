"""Bilinear pooling: outer products of features, whole, low-rank, by random projections and by moments, with the axes
of positions and features in several orders."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, classified, conv, dense, forward, image, indices, struct, training


def signed_root(x):
    return x * jax.lax.rsqrt(jnp.abs(x) + 1e-3)


def outer(weight, first, second, order="bpc", classes=16):
    """All products of a feature of the first and one of the second, summed over positions."""
    other = order.replace("c", "d")
    pooled = signed_root(jnp.einsum(f"{order},{other}->bcd", first, second))
    return dense(weight, pooled.reshape(pooled.shape[0], -1), classes)


def low_rank(weight, first, second, order="bpc", rank=48, classes=16):
    """Products of projections, position by position; both projections kept with the rank first."""
    lift = lambda x: jnp.einsum(f"{order},rc->{order.replace('c', 'r')}", x, weight(rank, x.shape[order.index("c")]))
    product = jnp.tanh(lift(first)) * lift(second)
    return dense(weight, product.sum(order.index("p")), classes)


def tensor(weight, first, second, kept="ijk", features=40):
    """A form with a weight for each pair of features and each output, its axes in the order `kept`."""
    extents = {"i": first.shape[-1], "j": second.shape[-1], "k": features}
    return jnp.einsum(f"bi,{kept},bj->bk", first, weight(*(extents[axis] for axis in kept)), second)


def tucker(weight, first, second, ranks=(12, 10, 8), features=32):
    first, second = dense(weight, first, ranks[0]), dense(weight, second, ranks[1])
    core = jnp.einsum("bi,ijk->bjk", first, weight(*ranks))
    return dense(weight, jnp.einsum("bjk,bj->bk", core, second), features)


def paired(weight, images, words, rank=32):
    """Attention of positions of an image (B, P, C) to words (B, W, D) by low-rank products, then pooled by it."""
    left, right = (jax.nn.relu(dense(weight, x, rank)) for x in (images, words))
    scores = jnp.einsum("bpr,bwr,gr->bgpw", left, right, weight(3, rank))
    shares = jax.nn.softmax(scores.reshape(*scores.shape[:2], -1)).reshape(scores.shape)
    return jnp.einsum("bpr,bgpw,bwr->bgr", left, shares, right)


def vlad(weight, x, centers=16, order="bpc"):
    """Differences to centers, summed with soft assignments (NetVLAD)."""
    width = x.shape[order.index("c")]
    shares = jax.nn.softmax(jnp.einsum(f"{order},kc->bpk", x, weight(centers, width)))
    sums = jnp.einsum(f"bpk,{order}->bkc", shares, x) - shares.sum(1)[..., None] * weight(centers, width)
    return (sums * jax.lax.rsqrt((sums ** 2).sum(-1, keepdims=True) + 1e-3)).reshape(x.shape[order.index("b")], -1)


def third(weight, x, rank=8):
    """Third moments by way of three projections."""
    parts = [dense(weight, x, rank, bias=False) for _ in range(3)]
    return jnp.einsum("bpi,bpj,bpk->bijk", *parts).reshape(x.shape[0], -1)


def network(weight, x):
    first = jax.nn.relu(conv(weight, jax.nn.relu(conv(weight, x, 24, 5, stride=2)), 32, 3, stride=2))
    flat = first.reshape(x.shape[0], -1, 32)
    return outer(weight, flat, flat, classes=10)


def features(order, batch, positions, channels):
    extents = {"b": batch, "p": positions, "c": channels}
    return struct(*(extents[axis] for axis in order))


def programs(random):
    for order in ("bpc", "bcp", "pbc"):
        positions, channels = random.choice([196, 256, 324]), random.choice([40, 56, 64])
        inputs = features(order, 24, positions, channels), features(order, 24, positions, 48)
        yield f"outer_{order}_p{positions}", *forward(partial(outer, order=order), *inputs)
        yield f"low_rank_{order}_grad", *backward(partial(low_rank, order=order), *inputs)
        yield f"vlad_{order}_p{positions}", *forward(partial(vlad, order=order), inputs[0])
    inputs = features("bcp", 32, 225, 48), features("bcp", 32, 225, 56)
    yield "outer_bcp_grad", *backward(partial(outer, order="bcp"), *inputs)
    yield "vlad_grad", *backward(vlad, struct(24, 196, 64))
    for kept in ("ijk", "kij", "jki"):
        yield f"tensor_{kept}", *forward(partial(tensor, kept=kept), struct(160, 96), struct(160, 80))
    yield "tensor_grad", *backward(tensor, struct(128, 64), struct(128, 80))
    yield "tucker_grad", *backward(tucker, struct(1500, 64), struct(1500, 80))
    yield "paired", *forward(paired, struct(24, 144, 64), struct(24, 20, 48))
    yield "paired_grad", *backward(paired, struct(24, 100, 56), struct(24, 14, 40))
    yield "third", *forward(third, struct(24, 150, 64))
    yield "net_step", *training(classified(network), image("NHWC", 6, 36, 3), indices(6))
