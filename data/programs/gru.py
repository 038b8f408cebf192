"""Gated recurrent nets: GRU, minimal and multiplicative units, in scans and unrolled, with time or the batch first."""
import jax
import jax.numpy as jnp
from layers import backward, dense, forward, struct, training


def gru(weight, width, inputs):
    kernel, state, bias = weight(inputs, 3 * width), weight(width, 3 * width), weight(3 * width)

    def step(h, x):
        (r, z, n), (hr, hz, hn) = jnp.split(x @ kernel + bias, 3, -1), jnp.split(h @ state, 3, -1)
        z = jax.nn.sigmoid(z + hz)
        return z * h + (1 - z) * jnp.tanh(n + jax.nn.sigmoid(r + hr) * hn)

    return step


def columns(weight, width, inputs):
    """A GRU whose state and kernels are transposed: features, batch."""
    kernel, state = weight(3, width, inputs), weight(3, width, width)

    def step(h, x):
        r, z, n = jnp.einsum("koi,ib->kob", kernel, x)
        r, z = (jax.nn.sigmoid(a + b) for a, b in zip((r, z), jnp.einsum("koi,ib->kob", state[:2], h)))
        return z * h + (1 - z) * jnp.tanh(n + state[2] @ (r * h))

    return step


def minimal(weight, width, inputs):
    forget, kernel = weight(width, inputs + width), weight(width, inputs + width)

    def step(h, x):
        f = jax.nn.sigmoid(jnp.concatenate([h, x], -1) @ forget.T)
        return f * h + (1 - f) * jnp.tanh(jnp.concatenate([f * h, x], -1) @ kernel.T)

    return step


def multiplicative(weight, width, inputs):
    """The state's kernel depends on the input, through a product of low rank."""
    kernel, turn, down, up = weight(inputs, width), weight(inputs, 64), weight(width, 64), weight(64, width)
    return lambda h, x: jnp.tanh(x @ kernel + ((h @ down) * (x @ turn)) @ up)


def run(weight, cell, xs, width, time=0, unroll=1):
    """All states of a cell over xs, whose axis `time` is scanned, `unroll` steps an iteration."""
    xs = jnp.moveaxis(xs, time, 0)
    step = cell(weight, width, xs.shape[1] if cell is columns else xs.shape[2])
    start = jnp.zeros((width, xs.shape[2]) if cell is columns else (xs.shape[1], width))
    states = jax.lax.scan(lambda h, x: (step(h, x),) * 2, start, xs, unroll=unroll)[1]
    return jnp.moveaxis(states, 0, time)


def attended(weight, xs, width):
    """A GRU's states summed with weights that they give themselves: batch, time, features to batch, classes."""
    states = run(weight, gru, xs, width, time=1)
    shares = jax.nn.softmax(jnp.tanh(dense(weight, states, 64)) @ weight(64), axis=1)
    return dense(weight, jnp.einsum("bt,bth->bh", shares, states), 10)


def programs(random):
    for cell, time in ((gru, 0), (columns, 2), (minimal, 1), (multiplicative, 1)):
        b, t, i, n = (random.choice(sizes) for sizes in ((40, 51, 64), (16, 20), (64, 80, 100), (120, 128, 160)))
        xs = struct(i, b, t) if cell is columns else struct(t, b, i) if time == 0 else struct(b, t, i)
        model = lambda w, x: run(w, cell, x, n, time)
        yield f"scan_{cell.__name__}", *forward(model, xs)
        yield f"back_{cell.__name__}", *backward(model, xs)
        whole = lambda w, x: jnp.sin(run(w, cell, x, n, time, unroll=x.shape[time])).sum()
        few = [4 if axis == time else size for axis, size in enumerate(xs.shape)]
        yield f"unrolled_train_{cell.__name__}", *training(whole, struct(*few))
    yield "attended", *forward(lambda w, x: attended(w, x, 128), struct(32, 20, 90))
    yield "attended_train", *training(lambda w, x: jnp.sin(attended(w, x, 112)).sum(), struct(24, 16, 64))
