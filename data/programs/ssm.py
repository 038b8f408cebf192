"""State space models: diagonal ones as kernels (S4D), selective scans (Mamba), recurrences by chunks or as trees."""
import jax
import jax.numpy as jnp
from layers import backward, dense, forward, norm, square, struct, training


def kernel(weight, width, states, length):
    """Impulse responses width, length of `width` diagonal systems, by powers of their decays."""
    decay = -jax.nn.softplus(weight(width, states))
    powers = jnp.exp(decay[:, :, None] * jnp.arange(length))
    return jnp.einsum("ds,ds,dsl->dl", weight(width, states), weight(width, states), powers)


def toeplitz(weight, x, states, order):
    """The systems applied as products with Toeplitz matrices; x in the order `order` of btd."""
    length = x.shape[order.index("t")]
    response = kernel(weight, x.shape[order.index("d")], states, length)
    behind = jnp.arange(length)[:, None] - jnp.arange(length)
    matrix = jnp.where(behind >= 0, response[:, jnp.maximum(behind, 0)], 0)
    return jnp.einsum(f"dtu,{order.replace('t', 'u')}->{order}", matrix, x)


def selective(weight, x, states):
    """Mamba's scan; x: batch, time, width; the state is batch, width, states."""
    b, t, d = x.shape
    steps = jax.nn.softplus(dense(weight, x, d))
    gain, read = dense(weight, x, states, bias=False), dense(weight, x, states, bias=False)
    decay, skip = -jnp.exp(weight(d, states)), weight(d)

    def step(h, inputs):
        x, dt, gain, read = inputs
        h = jnp.exp(dt[..., None] * decay) * h + (dt * x)[..., None] * gain[:, None]
        return h, jnp.einsum("bds,bs->bd", h, read) + skip * x

    time_first = [y.swapaxes(0, 1) for y in (x, steps, gain, read)]
    return jax.lax.scan(step, jnp.zeros((b, d, states)), time_first)[1].swapaxes(0, 1)


def mamba(weight, x, states):
    y, gate = jnp.split(dense(weight, norm(weight, x), 4 * x.shape[-1]), 2, -1)
    taps = weight(4, y.shape[-1])
    padded = jnp.pad(y, ((0, 0), (3, 0), (0, 0)))
    y = jax.nn.silu(sum(taps[i] * padded[:, i:i + y.shape[1]] for i in range(4)))
    return x + dense(weight, selective(weight, y, states) * jax.nn.silu(gate), x.shape[-1])


def associative(weight, x, axis):
    """h[t] = a[t] h[t-1] + b[t] in log(time) steps along `axis`."""
    gates = jax.nn.sigmoid(dense(weight, x, x.shape[-1]))
    combine = lambda left, right: (left[0] * right[0], left[1] * right[0] + right[1])
    h = jax.lax.associative_scan(combine, (gates, (1 - gates) * dense(weight, x, x.shape[-1])), axis=axis)[1]
    return x + dense(weight, h, x.shape[-1], transposed=True)


def chunked(weight, x, heads, chunk):
    """A linear recurrence by chunks (Mamba-2): inside by masked products, between by a scan of states."""
    b, t, m = x.shape
    q, k, v = (dense(weight, x, m, bias=False).reshape(b, t // chunk, chunk, heads, -1) for _ in "qkv")
    inside = jnp.einsum("bclhd,bcshd->bchls", q, k) * jnp.tril(jnp.ones((chunk, chunk)))
    states = jnp.einsum("bcshd,bcshe->cbhde", k, v)
    before = jax.lax.scan(lambda h, s: (0.9 * h + s, h), jnp.zeros(states.shape[1:]), states)[1]
    y = jnp.einsum("bchls,bcshe->bclhe", inside, v) + jnp.einsum("bclhd,cbhde->bclhe", q, before)
    return y.reshape(x.shape)


def programs(random):
    for order in ("btd", "bdt", "tbd"):
        size = dict(b=random.choice([8, 12, 15]), t=random.choice([64, 75, 100]), d=random.choice([64, 80, 96]))
        model, x = lambda w, x: toeplitz(w, x, 8, order), struct(*(size[axis] for axis in order))
        yield f"s4d_{order}", *forward(model, x)
        if order != "btd":
            yield f"s4d_back_{order}", *backward(model, x)
    for b, t, d, s in ((6, 32, 96, 16), (5, 25, 64, 12)):
        yield f"selective_t{t}", *forward(lambda w, x: selective(w, x, s), struct(b, t, d))
        yield f"mamba_t{t}", *forward(lambda w, x: mamba(w, x, s), struct(b, t, d))
        yield f"mamba_train_t{t}", *training(square(lambda w, x: mamba(w, x, s)), *(struct(b, t // 2, d),) * 2)
    for axis in (0, 1):
        x = struct(40, 12, 160) if axis == 0 else struct(15, 50, 128)
        yield f"associative_axis{axis}", *forward(lambda w, x: associative(w, x, axis), x)
        yield f"associative_train_axis{axis}", *training(square(lambda w, x: associative(w, x, axis)), x, x)
    def net(w, x):
        for _ in range(4):
            x = mamba(w, x, 8)
        return x

    yield "mamba_train_4blocks", *training(square(net), struct(3, 16, 40), struct(3, 16, 40))
    yield "chunked", *forward(lambda w, x: chunked(w, x, 4, 32), struct(3, 192, 160))
    yield "chunked_back", *backward(lambda w, x: chunked(w, x, 3, 20), struct(4, 100, 120))
