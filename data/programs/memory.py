"""Nets with memories: Neural Turing Machines, memory networks, Hopfield layers, product keys, fast weights."""
import jax
import jax.numpy as jnp
from layers import backward, classified, dense, forward, indices, square, struct, training


def unit(x):
    return x * jax.lax.rsqrt(jnp.square(x).sum(-1, keepdims=True) + 1e-6)


def addressed(memory, key, sharp, gate, turn, before, order):
    """Where an NTM's head looks: by content, mixed with before, shifted; memory in the order `order` of bnm."""
    content = jnp.einsum(f"{order},bm->bn", unit(memory) if order[-1] == "m" else memory, unit(key))
    shares = jax.nn.softmax(jax.nn.softplus(sharp) * content)
    mixed = gate * shares + (1 - gate) * before
    return sum(turn[:, i, None] * jnp.roll(mixed, i - 1, 1) for i in range(3))


def turing(weight, xs, places, width, order):
    """A tanh controller that reads and writes a memory; xs: time, batch, features."""
    b, inputs = xs.shape[1:]
    kernel, heads, out = weight(inputs + 2 * width, 128), weight(128, 2 * (width + 5)), weight(128 + width, width)
    wipe, write = weight(128, width), weight(128, width)
    size = dict(b=b, n=places, m=width)
    start = jnp.full([size[axis] for axis in order], 0.01), jnp.full((2, b, places), 1 / places), jnp.zeros((b, width))

    def step(state, x):
        memory, looks, read = state
        hidden = jnp.tanh(jnp.concatenate([x, read, jnp.tanh(read)], -1) @ kernel)
        commands, seen = jnp.split(hidden @ heads, 2, -1), []
        for command, look in zip(commands, looks):
            key, sharp, gate, turn = jnp.split(command, [width, width + 1, width + 2], -1)
            seen.append(addressed(memory, key, sharp, jax.nn.sigmoid(gate), jax.nn.softmax(turn), look, order))
        erased = memory * (1 - jnp.einsum(f"bn,bm->{order}", seen[1], jax.nn.sigmoid(hidden @ wipe)))
        memory = erased + jnp.einsum(f"bn,bm->{order}", seen[1], jnp.tanh(hidden @ write))
        read = jnp.einsum(f"{order},bn->bm", memory, seen[0])
        return (memory, jnp.stack(seen), read), jnp.concatenate([hidden, read], -1) @ out

    return jax.lax.scan(step, start, xs)[1]


def end_to_end(weight, sentences, question, width, hops):
    """sentences: batch, count, words; question: batch, words. Bags of words, asked several times."""
    state = weight(150, width)[question].sum(1)
    for _ in range(hops):
        told, answers = (weight(150, width)[sentences].sum(2) + weight(sentences.shape[1], width) for _ in range(2))
        shares = jax.nn.softmax(jnp.einsum("bnd,bd->bn", told, state))
        state = dense(weight, state, width) + jnp.einsum("bnd,bn->bd", answers, shares)
    return dense(weight, state, 150)


def hopfield(weight, x, count, order, steps=3):
    """x (batch, width) falls to a mixture of stored patterns; `order` of the axes nd of those."""
    size = dict(n=count, d=x.shape[-1])
    patterns = weight(*(size[axis] for axis in order))
    for _ in range(steps):
        x = jnp.einsum(f"bn,{order}->bd", jax.nn.softmax(8 * jnp.einsum(f"bd,{order}->bn", x, patterns)), patterns)
    return x


def product_keys(weight, x, side, heads):
    """Values addressed by pairs of half keys: side x side of them."""
    queries = dense(weight, x, heads * 64).reshape(len(x), heads, 2, 32)
    scores = jnp.einsum("bhpd,hpnd->phbn", queries, weight(heads, 2, side, 32))
    shares = jax.nn.softmax(scores)
    return jnp.einsum("hbi,hbj,ijm->bm", shares[0], shares[1], weight(side, side, x.shape[-1]))


def fast_weights(weight, xs, order):
    """A matrix a sequence, rewritten by the delta rule; xs: time, batch, width."""
    t, b, m = xs.shape
    q, k, v = (dense(weight, xs, m, bias=False) for _ in "qkv")
    k = jax.nn.softmax(k)

    def step(matrix, inputs):
        q, k, v = inputs
        error = v - jnp.einsum(f"{order},bk->bv", matrix, k)
        matrix = matrix + 0.5 * jnp.einsum(f"bv,bk->{order}", error, k)
        return matrix, jnp.einsum(f"{order},bk->bv", matrix, q)

    return jax.lax.scan(step, jnp.zeros([b if axis == "b" else m for axis in order]), (q, k, v))[1]


def programs(random):
    for order in ("bnm", "nbm", "bmn"):
        model = lambda w, xs: turing(w, xs, 100, 32, order)
        b = random.choice([16, 20, 24])
        yield f"turing_{order}", *forward(model, struct(8, b, 20))
        yield f"turing_train_{order}", *training(square(model), struct(5, b, 20), struct(5, b, 32))
    for hops in (1, 3):
        b, n = random.choice([50, 64]), random.choice([25, 32])
        model = lambda w, sentences, question: end_to_end(w, sentences, question, 64, hops)
        yield f"hops{hops}", *forward(model, indices(b, n, 6), indices(b, 6))
        yield f"hops{hops}_train", *training(classified(model), indices(b, n, 6), indices(b, 6), indices(b))
    for order in ("nd", "dn"):
        yield f"hopfield_{order}", *forward(lambda w, x: hopfield(w, x, 400, order), struct(128, 150))
        yield f"hopfield_back_{order}", *backward(lambda w, x: hopfield(w, x, 300, order, 2), struct(100, 128))
    yield "product_keys", *forward(lambda w, x: product_keys(w, x, 32, 3), struct(160, 128))
    model = lambda w, x: product_keys(w, x, 25, 2)
    yield "product_keys_train", *training(square(model), struct(120, 80), struct(120, 80))
    for order in ("bvk", "vbk", "kvb"):
        yield f"fast_weights_{order}", *forward(lambda w, xs: fast_weights(w, xs, order), struct(20, 20, 64))
    yield "fast_weights_train", *training(square(lambda w, xs: fast_weights(w, xs, "bkv")), *(struct(14, 16, 50),) * 2)
