"""LSTMs: scanned or unrolled, one way or both, gates fused, apart or an axis of their own."""
import jax
import jax.numpy as jnp
from layers import backward, forward, struct, training


def gates(weight, width, kind, inputs):
    """function(x, h) = the four gates before their sigmoids; x: batch, inputs."""
    if kind == "fused":
        kernel, bias = weight(inputs + width, 4 * width), weight(4 * width)
        return lambda x, h: jnp.split(jnp.concatenate([x, h], -1) @ kernel + bias, 4, -1)
    if kind == "apart":
        kernel, state, bias = weight(4 * width, inputs), weight(4 * width, width), weight(4 * width)
        return lambda x, h: jnp.split(x @ kernel.T + h @ state.T + bias, 4, -1)
    kernel, state, bias = weight(4, inputs, width), weight(4, width, width), weight(4, 1, width)
    return lambda x, h: jnp.einsum("bi,kio->kbo", x, kernel) + jnp.einsum("bi,kio->kbo", h, state) + bias


def cell(weight, width, kind, inputs):
    of = gates(weight, width, kind, inputs)

    def step(state, x):
        h, c = state
        i, f, g, o = of(x, h)
        c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    return step


def lstm(weight, xs, width, kind="fused", unroll=False, reverse=False):
    """xs: time, batch, features."""
    step, state = cell(weight, width, kind, xs.shape[-1]), (jnp.zeros((xs.shape[1], width)),) * 2
    if not unroll:
        return jax.lax.scan(step, state, xs, reverse=reverse)[1]
    outputs = []
    for x in xs:
        state, h = step(state, x)
        outputs.append(h)
    return jnp.stack(outputs)


def tagger(weight, xs, width):
    """Two layers, the first both ways, over xs: batch, time, features."""
    xs = xs.swapaxes(0, 1)
    both = jnp.concatenate([lstm(weight, xs, width), lstm(weight, xs, width, reverse=True)], -1)
    return jnp.einsum("tbh,hc->btc", lstm(weight, both, width, "apart"), weight(width, 9))


def programs(random):
    for kind in ("fused", "apart", "stacked"):
        b, i, n = (random.choice(sizes) for sizes in ((24, 32, 45), (48, 64, 100), (80, 96, 128)))
        one = lambda w, h, c, x: cell(w, n, kind, i)((h, c), x)
        states = struct(4 * b, n), struct(4 * b, n), struct(4 * b, i)
        yield f"cell_back_{kind}", *backward(one, *states)
        yield f"scan_{kind}", *forward(lambda w, x: lstm(w, x, n, kind), struct(16, b, i))
        loss = lambda w, x, unroll=False: jnp.sin(lstm(w, x, n, kind, unroll)).sum()
        yield f"scan_train_{kind}", *training(loss, struct(12, b, i))
        yield f"unrolled_train_{kind}", *training(lambda w, x: loss(w, x, True), struct(random.choice([3, 6]), b, i))
    yield "tagger", *forward(lambda w, x: tagger(w, x, 64), struct(24, 15, 48))
    yield "tagger_train", *training(lambda w, x: jnp.sin(tagger(w, x, 64)).sum(), struct(16, 10, 48))
    yield "unrolled_long", *forward(lambda w, x: lstm(w, x, 100, unroll=True), struct(14, 32, 64))
