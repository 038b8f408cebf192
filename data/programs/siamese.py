"""Contrastive learning: pairs through one encoder, similarities of all pairs, losses over rows and columns, redundancy
between features, prototypes and queues of negatives."""
from functools import partial

import jax
import jax.numpy as jnp

from layers import backward, classified, conv, dense, forward, image, indices, norm, pool, struct, training


def unit(x, axis=-1):
    return x * jax.lax.rsqrt((x ** 2).sum(axis, keepdims=True) + 1e-4)


def diagonal_entropy(scores):
    """Cross entropies of a square's rows and columns with the diagonal as the truth."""
    eye = jnp.eye(scores.shape[0])
    return -sum((jax.nn.log_softmax(scores, axis) * eye).sum() for axis in (0, 1)) / scores.shape[0]


def paired(first, second, sharpness=5., kept="bd"):
    """Both ways' cross entropy of matching pairs (CLIP), features in the order `kept`."""
    first, second = unit(first, kept.index("d")), unit(second, kept.index("d"))
    return diagonal_entropy(sharpness * jnp.einsum(f"{kept},{kept.replace('b', 'a')}->ba", first, second))


def two_views(views, sharpness=5.):
    """Every sample against all others of both views (2, B, D), its other view being the truth (SimCLR)."""
    flat = unit(views.reshape(-1, views.shape[-1]))
    count = flat.shape[0]
    scores = sharpness * flat @ flat.T - 1e9 * jnp.eye(count)
    return -jnp.mean(jnp.roll(jnp.eye(count), count // 2, 1) * jax.nn.log_softmax(scores)) * count


def redundancy(first, second):
    """How far the correlations of features are from the identity (Barlow twins)."""
    whiten = lambda x: (x - x.mean(0)) / jnp.sqrt(((x - x.mean(0)) ** 2).mean(0) + 1e-3)
    between = whiten(first).T @ whiten(second) / first.shape[0]
    eye = jnp.eye(between.shape[0])
    return ((between - eye) ** 2 * (eye + .01 * (1 - eye))).sum()


def regularized(first, second):
    """Distance, variance and covariance of features (VICReg)."""
    total = jnp.mean((first - second) ** 2)
    for x in (first, second):
        x = x - x.mean(0)
        covariance = x.T @ x / x.shape[0]
        variance = jnp.diag(covariance)
        total += jnp.mean(jax.nn.relu(1 - jnp.sqrt(variance + 1e-3)))
        total += (covariance ** 2).sum() - (variance ** 2).sum()
    return total


def triplets(x, margin=.2):
    """Hinge of all triplets (anchor, near, far) of features (groups, members, D)."""
    groups, members, _ = x.shape
    apart = jnp.sqrt(((x[:, :, None, None] - x[None, None]) ** 2).sum(-1) + 1e-4)
    near = jnp.einsum("imjn,ij->imn", apart, jnp.eye(groups))
    hinges = jax.nn.relu(near[:, :, None, :, None] - apart[:, :, :, None, :] + margin)
    return (hinges * (1 - jnp.eye(groups))[:, None, :, None, None]).mean()


def prototypes(weight, views, count=64, rounds=3):
    """Each view's soft clusters, balanced by Sinkhorn's rounds, predicted from the other view (SwAV)."""
    scores = jnp.einsum("vbd,kd->vbk", unit(views), unit(weight(count, views.shape[-1])))
    targets = jnp.exp(3 * scores)
    for _ in range(rounds):
        targets = targets / targets.sum(1, keepdims=True)
        targets = targets / targets.sum(2, keepdims=True)
    return -(jax.lax.stop_gradient(targets[::-1]) * jax.nn.log_softmax(5 * scores)).sum(-1).mean()


def queued(weight, queries, keys, queue, order="dk"):
    """Queries against their keys and a queue of negatives, which takes the keys up (MoCo)."""
    queries, keys = unit(dense(weight, queries, 48)), unit(dense(weight, keys, 48))
    negative = jnp.einsum(f"bd,{order}->bk", queries, queue)
    scores = jnp.concatenate([(queries * keys).sum(-1, keepdims=True), negative], 1)
    newer = keys.T if order == "dk" else keys
    axis = order.index("k")
    rest = jax.lax.slice_in_dim(queue, newer.shape[axis], queue.shape[axis], axis=axis)
    return -jax.nn.log_softmax(5 * scores)[:, 0].mean(), jnp.concatenate([rest, newer], axis)


def encoder(weight, x, order="NHWC", features=48):
    for width in (12, 24):
        x = pool(jax.nn.relu(conv(weight, x, width, 3, order)), 2, order=order)
    return norm(weight, dense(weight, x.reshape(x.shape[0], -1), features))


def twins(weight, first, second, order="NHWC", loss=paired):
    return loss(*jnp.split(encoder(weight, jnp.concatenate([first, second]), order), 2))


def one_shot(weight, queries, support, labels):
    """Distances of queries to classes' means of a support set (prototypical networks)."""
    both = encoder(weight, jnp.concatenate([queries, support]))
    queries, support = both[:queries.shape[0]], both[queries.shape[0]:]
    member = jax.nn.one_hot(labels, 8)
    means = member.T @ support / (member.sum(0)[:, None] + 1)
    return -((queries[:, None] - means) ** 2).sum(-1)


def programs(random):
    only = lambda function, **options: lambda weight, *inputs: function(*inputs, **options)
    for kept in ("bd", "db"):
        batch, width = random.choice([300, 400, 512]), random.choice([96, 128, 150])
        x = struct(*(batch if axis == "b" else width for axis in kept))
        yield f"paired_{kept}_b{batch}_grad", *backward(only(paired, kept=kept), x, x)
    yield "two_views_grad", *backward(only(two_views), struct(2, 256, 96))
    yield "redundancy_grad", *backward(only(redundancy), struct(300, 330), struct(300, 330))
    yield "regularized_grad", *backward(only(regularized), struct(256, 300), struct(256, 300))
    yield "triplets_grad", *backward(only(triplets), struct(16, 6, 40))
    yield "prototypes", *forward(prototypes, struct(2, 1500, 96))
    yield "prototypes_grad", *backward(prototypes, struct(2, 1000, 96))
    for order in ("dk", "kd"):
        queue = struct(*(48 if axis == "d" else 6000 for axis in order))
        yield f"queued_{order}", *forward(partial(queued, order=order), struct(150, 96), struct(150, 96), queue)
    for order, loss in (("NHWC", paired), ("NCHW", redundancy)):
        inputs = [image(order, 8, 20, 3)] * 2
        yield f"twins_{order.lower()}", *forward(partial(twins, order=order, loss=loss), *[image(order, 16, 24, 3)] * 2)
        yield f"twins_{order.lower()}_step", *training(partial(twins, order=order, loss=loss), *inputs)
    inputs = image("NHWC", 8, 24, 3), image("NHWC", 16, 24, 3), indices(16)
    yield "one_shot", *forward(one_shot, *inputs)
    yield "one_shot_step", *training(classified(one_shot), *inputs, indices(8))
