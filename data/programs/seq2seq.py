"""Encoders and decoders that meet in cross attention: transformers, attention over recurrent states, pointer nets."""
import jax
import jax.numpy as jnp
from layers import attention, backward, classified, dense, forward, indices, norm, struct, training


def heads(weight, x, count, order):
    """x (batch, time, width) to heads in the order of axes `order`."""
    projected = dense(weight, x, x.shape[-1], bias=False)
    return jnp.einsum(f"bthd->{order}", projected.reshape(*x.shape[:2], count, -1))


def cross(weight, x, memory, count, order, mask=None):
    queries, keys, values = (heads(weight, y, count, order) for y in (x, memory, memory))
    mixed = jnp.einsum(f"{order}->bthd", attention(queries, keys, values, order, mask))
    return dense(weight, mixed.reshape(x.shape), x.shape[-1])


def mlp(weight, x):
    return dense(weight, jax.nn.relu(dense(weight, x, 3 * x.shape[-1])), x.shape[-1])


def encoder(weight, x, count, order):
    x = norm(weight, x + cross(weight, x, x, count, order))
    return norm(weight, x + mlp(weight, x))


def decoder(weight, x, memory, count, order):
    past = jnp.tril(jnp.ones((x.shape[1],) * 2, bool))
    x = norm(weight, x + cross(weight, x, x, count, order, past))
    x = norm(weight, x + cross(weight, x, memory, count, order))
    return norm(weight, x + mlp(weight, x))


def transformer(weight, source, target, width, depth, count, order):
    words = weight(100, width)
    memory, x = words[source] + weight(source.shape[1], width), words[target] + weight(target.shape[1], width)
    for _ in range(depth):
        memory = encoder(weight, memory, count, order)
    for _ in range(depth):
        x = decoder(weight, x, memory, count, order)
    return x @ words.T


def additive(weight, state, memory):
    """Bahdanau's attention of a state (batch, width) on a memory (time, batch, width)."""
    width = state.shape[-1]
    energies = jnp.tanh(memory @ weight(width, width) + state @ weight(width, width)) @ weight(width)
    return jnp.einsum("tb,tbd->bd", jax.nn.softmax(energies, 0), memory)


def recurrent_decoder(weight, xs, memory):
    """A tanh unit that looks at the memory before each step; xs: time, batch, width."""
    width = memory.shape[-1]
    kernel, query, key, score = weight(3 * width, width), weight(width, width), weight(width, width), weight(width)
    keys = memory @ key

    def step(h, x):
        shares = jax.nn.softmax(jnp.tanh(keys + h @ query) @ score, axis=0)
        h = jnp.tanh(jnp.concatenate([x, h, jnp.einsum("tb,tbd->bd", shares, memory)], -1) @ kernel)
        return h, h

    return jax.lax.scan(step, memory[-1], xs)[1]


def pointer(weight, x, memory):
    """Chances of pointing at each place of the memory: batch, target, source."""
    width = x.shape[-1]
    both = jnp.tanh(dense(weight, x, width)[:, :, None] + dense(weight, memory, width)[:, None])
    return both @ weight(width)


def programs(random):
    for order in ("bhtd", "bthd", "htbd"):
        b, t, s, width = (random.choice(sizes) for sizes in ((3, 4, 5), (64, 80, 100), (96, 128, 150), (128, 160, 192)))
        x, memory = struct(b, t, width), struct(b, s, width)
        model = lambda w, x, memory: cross(w, x, memory, 4, order)
        yield f"cross_{order}_{t}to{s}", *forward(model, x, memory)
        yield f"cross_back_{order}", *backward(model, x, memory)
    x, memory = struct(3, 64, 128), struct(3, 90, 128)
    yield "decoder_bhtd", *forward(lambda w, x, memory: decoder(w, x, memory, 4, "bhtd"), x, memory)
    yield "decoder_back_tbhd", *backward(lambda w, x, memory: decoder(w, x, memory, 8, "tbhd"), x, memory)
    for depth, order in ((1, "bthd"), (2, "bhtd"), (4, "bthd"), (6, "bhtd")):
        model = lambda w, source, target: transformer(w, source, target, 64, depth, 4, order)
        yield f"train_{depth}layers", *training(classified(model), indices(3, 50), indices(3, 40), indices(3, 40))
    yield "additive_back", *backward(additive, struct(24, 128), struct(40, 24, 128))
    yield "recurrent", *forward(recurrent_decoder, struct(12, 32, 96), struct(24, 32, 96))
    yield "recurrent_back", *backward(recurrent_decoder, struct(8, 30, 80), struct(20, 30, 80))
    yield "pointer", *forward(pointer, struct(8, 40, 96), struct(8, 56, 96))
    yield "pointer_train", *training(classified(pointer), struct(6, 32, 80), struct(6, 50, 80), indices(6, 32))
