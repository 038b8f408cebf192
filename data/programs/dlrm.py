"""Recommenders: DLRM's pairs, factorisation machines, deep & cross, two towers, neural collaborative filtering."""
import jax
import jax.numpy as jnp
from layers import dense, forward, indices, square, struct, training


def tower(weight, x, *widths):
    for width in widths:
        x = jax.nn.relu(dense(weight, x, width))
    return x


def look_up(weight, ids, width, axis):
    """A table a feature; ids: batch, features. The features become axis `axis` of the vectors."""
    return jnp.stack([weight(50, width)[ids[:, i]] for i in range(ids.shape[1])], axis)


def dlrm(weight, numbers, ids, width, axis):
    bottom = tower(weight, numbers, 128, width)
    every = jnp.concatenate([jnp.expand_dims(bottom, axis), look_up(weight, ids, width, axis)], axis)
    pairs = jnp.einsum(("fbd,gbd->bfg", "bfd,bgd->bfg", "bdf,bdg->bfg")[axis], every, every)
    top = tower(weight, jnp.concatenate([bottom, pairs.reshape(len(bottom), -1)], -1), 128, 32)
    return dense(weight, top, 1)[:, 0]


def factorisation(weight, numbers, ids):
    vectors = look_up(weight, ids, 32, 1)
    pairs = jnp.square(vectors.sum(1)) - jnp.square(vectors).sum(1)
    deep = tower(weight, vectors.reshape(len(ids), -1), 160, 32)
    return numbers @ weight(numbers.shape[1]) + pairs.sum(-1) / 2 + deep @ weight(32)


def deep_and_cross(weight, x):
    crossed = x
    for _ in range(3):
        crossed = x * dense(weight, crossed, x.shape[-1], transposed=True) + crossed
    return jnp.concatenate([crossed, tower(weight, x, 128, 64)], -1) @ weight(x.shape[-1] + 64)


def low_rank_cross(weight, x):
    """Four experts a layer, each of rank 16."""
    for _ in range(2):
        x = x + x * jnp.einsum("bd,kdr,kre->be", x, weight(4, x.shape[-1], 16), weight(4, 16, x.shape[-1]))
    return x


def two_towers(weight, users, items):
    u, v = tower(weight, users, 256, 64), tower(weight, items, 192, 64)
    return -jnp.diag(jax.nn.log_softmax(jnp.einsum("ud,vd->uv", u, v))).mean()


def filtering(weight, users, items):
    """Generalised matrix factorisation beside an MLP over both vectors."""
    product = weight(80, 64)[users] * weight(90, 64)[items]
    both = jnp.concatenate([weight(80, 48)[users], weight(90, 48)[items]], -1)
    return jnp.concatenate([product, tower(weight, both, 192, 96, 24)], -1) @ weight(88)


def programs(random):
    for axis in (0, 1, 2):
        b, n, d = (random.choice(sizes) for sizes in ((256, 400, 512), (4, 6, 8), (32, 40, 64)))
        model, batch = lambda w, x, ids: dlrm(w, x, ids, d, axis), (struct(b, 13), indices(b, n))
        yield f"dlrm_axis{axis}_n{n}", *forward(model, *batch)
        yield f"dlrm_train_axis{axis}_n{n}", *training(square(model), *batch, struct(b))
    yield "fm", *forward(factorisation, struct(700, 20), indices(700, 5))
    yield "fm_train", *training(square(factorisation), struct(500, 20), indices(500, 5), struct(500))
    yield "cross", *forward(deep_and_cross, struct(300, 250))
    yield "cross_train", *training(square(deep_and_cross), struct(200, 250), struct(200))
    yield "low_rank_cross_train", *training(square(low_rank_cross), struct(260, 256), struct(260, 256))
    yield "two_towers_train", *training(two_towers, struct(240, 170), struct(240, 140))
    yield "ncf_train", *training(square(filtering), indices(500), indices(500), struct(500))
