"""Embeddings: skip-gram and bags of words with negatives, GloVe, subwords, knowledge graphs, contrasted sentences."""
import jax
import jax.numpy as jnp
from layers import dense, forward, indices, struct, training


def embed(weight, ids, rows, width, order):
    """Vectors of ids; the table's axes are rows and width (rw) or width and rows (wr)."""
    return weight(rows, width)[ids] if order == "rw" else jnp.moveaxis(weight(width, rows)[:, ids], 0, -1)


def skip_gram(weight, words, near, far, order):
    """words, near: batch; far: batch, negatives."""
    centre, close, others = (embed(weight, ids, 120, 96, order) for ids in (words, near, far))
    score = jax.nn.log_sigmoid((centre * close).sum(-1))
    return -(score + jax.nn.log_sigmoid(-jnp.einsum("bd,bnd->bn", centre, others)).sum(-1)).mean()


def bag(weight, near, words, order):
    """All words are the negatives: a whole softmax. near: batch, window."""
    vectors = embed(weight, near, 150, 100, order).mean(1)
    scores = jax.nn.log_softmax(vectors @ weight(100, 150))
    return -jnp.take_along_axis(scores, words[:, None], -1).mean()


def glove(weight, counts, transposed):
    """Every pair of words at once; counts: words, words."""
    rows, width = counts.shape[0], 64
    a, b = (weight(width, rows).T if transposed else weight(rows, width) for _ in range(2))
    error = a @ b.T + weight(rows, 1) + weight(rows) - jnp.log1p(jnp.abs(counts))
    return (jnp.minimum(1, 9 * jnp.abs(counts)) * jnp.square(error)).sum()


def subwords(weight, pieces, classes):
    """fastText: pieces (batch, words, pieces) summed to words, words to a text."""
    words = embed(weight, pieces, 200, 64, "rw").sum(2)
    shares = jax.nn.softmax(words @ weight(64), axis=1)
    return dense(weight, jnp.einsum("bw,bwd->bd", shares, jnp.tanh(words)), classes)


def triples(weight, heads, relations, tails, kind):
    """A knowledge graph's facts scored against all tails: by moves, products, matrices, or turns of complex planes."""
    things = weight(256, 64)
    h = things[heads]
    if kind == "moves":
        scores = -jnp.abs((h + weight(8, 64)[relations])[:, None] - things).sum(-1)
    elif kind == "products":
        scores = (h * weight(8, 64)[relations]) @ things.T
    elif kind == "matrices":
        scores = jnp.einsum("bd,bde,ne->bn", h, weight(8, 64, 64)[relations], things)
    else:
        angle = weight(8, 32)[relations]
        real, imaginary = jnp.split(h, 2, -1)
        turned = jnp.cos(angle) * real - jnp.sin(angle) * imaginary, jnp.sin(angle) * real + jnp.cos(angle) * imaginary
        scores = jnp.concatenate(turned, -1) @ things.T
    return -jnp.take_along_axis(jax.nn.log_softmax(scores), tails[:, None], -1).mean()


def contrasted(weight, one, other, axis):
    """Two views of sentences, pooled over time, tell each other apart; the time is `axis`."""
    a, b = (jnp.tanh(dense(weight, x.mean(axis), 96)) for x in (one, other))
    a, b = (x * jax.lax.rsqrt(jnp.square(x).sum(-1, keepdims=True) + 1e-6) for x in (a, b))
    scores = 10 * a @ b.T
    return -sum(jnp.diag(jax.nn.log_softmax(scores, side)).mean() for side in (0, 1))


def programs(random):
    for order in ("rw", "wr"):
        b, n = random.choice([400, 500, 640]), random.choice([10, 12, 16])
        skip, cbow = lambda w, *x: skip_gram(w, *x, order), lambda w, *x: bag(w, *x, order)
        yield f"skip_{order}", *forward(skip, indices(b), indices(b), indices(b, n))
        yield f"skip_train_{order}", *training(skip, indices(b), indices(b), indices(b, n))
        yield f"bag_train_{order}", *training(cbow, indices(b, n), indices(b))
        n = random.choice([400, 512])
        yield f"glove_train_{order}", *training(lambda w, x: glove(w, x, order == "wr"), struct(n, n))
    yield "subwords", *forward(lambda w, x: subwords(w, x, 20), indices(100, 30, 5))
    cross_entropy = lambda w, x, y: -(jax.nn.log_softmax(subwords(w, x, 20)) * jax.nn.one_hot(y, 20)).sum()
    yield "subwords_train", *training(cross_entropy, indices(100, 24, 5), indices(100))
    for kind in ("moves", "products", "matrices", "turns"):
        b = random.choice([60, 80]) if kind == "moves" else random.choice([300, 400, 512])
        yield f"triples_{kind}", *training(lambda w, *x: triples(w, *x, kind), *(indices(b),) * 3)
    for axis in (0, 1):
        x = struct(40, 200, 128) if axis == 0 else struct(200, 40, 128)
        yield f"contrasted_train_axis{axis}", *training(lambda w, a, b: contrasted(w, a, b, axis), x, x)
