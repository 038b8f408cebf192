"""Serving a language model: rotary positions, grouped or single keys, a token against a cache of keys and values."""
import jax
import jax.numpy as jnp
from layers import attention, backward, dense, forward, indices, norm, square, struct, training


def rotated(x, order, halves):
    """Pairs of features turned by angles that grow with time: halves apart or neighbours; x in the order `order`."""
    t, d = x.shape[order.index("t")], x.shape[order.index("d")]
    angles = jnp.arange(t)[:, None] * jnp.exp(-jnp.arange(d // 2) * (18.4 / d))
    shape = [1] * x.ndim
    shape[order.index("t")], depth = t, order.index("d")
    shape[depth] = d // 2
    turned = angles if order.index("t") < depth else angles.T
    sine, cosine = jnp.sin(turned).reshape(shape), jnp.cos(turned).reshape(shape)
    if halves:
        a, b = jnp.split(x, 2, depth)
        return jnp.concatenate([a * cosine - b * sine, a * sine + b * cosine], depth)
    pairs = x.reshape(*x.shape[:depth], d // 2, 2, *x.shape[depth + 1:])
    a, b = (jax.lax.index_in_dim(pairs, i, depth + 1, keepdims=False) for i in (0, 1))
    return jnp.stack([a * cosine - b * sine, a * sine + b * cosine], depth + 1).reshape(x.shape)


def rotary(weight, x, heads, order, halves):
    size = dict(m=x.shape[-1], h=heads, d=x.shape[-1] // heads)
    q, k, v = (jnp.einsum(f"btm,mhd->{order}", x, weight(*size.values())) for _ in "qkv")
    mixed = attention(rotated(q, order, halves), rotated(k, order, halves), v, order)
    return jnp.einsum(f"{order},hdm->btm", mixed, weight(size["h"], size["d"], size["m"]))


def grouped(weight, x, heads, groups, order):
    """`groups` heads of keys and values serve `heads` heads of queries; `order` of the axes bgtd of keys."""
    m = x.shape[-1]
    d = m // heads
    q = jnp.einsum("btm,mgrd->bgrtd", x, weight(m, groups, heads // groups, d))
    k, v = (jnp.einsum(f"btm,mgd->{order}", x, weight(m, groups, d)) for _ in "kv")
    keys = order.replace("t", "s")
    scores = jnp.einsum(f"bgrtd,{keys}->bgrts", q, k) * d**-0.5
    shares = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -1e9))
    return dense(weight, jnp.einsum(f"bgrts,{keys}->btgrd", shares, v).reshape(x.shape), m)


def cached(weight, x, keys, values, place, order, groups):
    """One token (batch, width) is put at `place` of a cache in the order `order` of bsgd, which it then attends to."""
    m, d = x.shape[-1], keys.shape[order.index("d")]
    h = norm(weight, x)
    q = dense(weight, h, m, bias=False).reshape(len(x), groups, -1, d)
    new = [dense(weight, h, groups * d, bias=False).reshape(len(x), groups, d) for _ in "kv"]
    new = [jnp.expand_dims(jnp.einsum(f"bgd->{order.replace('s', '')}", y), order.index("s")) for y in new]
    keys, values = (jax.lax.dynamic_update_slice_in_dim(cache, y, place[0], order.index("s"))
                    for cache, y in zip((keys, values), new))
    scores = jnp.einsum(f"bgrd,{order}->bgrs", q, keys) * d**-0.5
    shares = jax.nn.softmax(jnp.where(jnp.arange(scores.shape[-1]) <= place[0], scores, -1e9))
    x = x + dense(weight, jnp.einsum(f"bgrs,{order}->bgrd", shares, values).reshape(x.shape), m)
    gate, up = jnp.split(dense(weight, norm(weight, x), 5 * m, bias=False), [5 * m // 2], -1)
    return x + dense(weight, jax.nn.silu(gate) * up, m, bias=False), keys, values


def programs(random):
    for order, halves in (("bhtd", True), ("bthd", False), ("tbhd", True), ("bhdt", False)):
        x, heads = struct(3, random.choice([100, 128, 150]), 128), random.choice([2, 4, 8])
        model = lambda w, x: rotary(w, x, heads, order, halves)
        yield f"rotary_{order}", *forward(model, x)
        if order in ("bthd", "tbhd"):
            yield f"rotary_back_{order}", *backward(model, x)
    for heads, groups, order in ((4, 1, "bgtd"), (8, 2, "btgd"), (8, 4, "gbtd")):
        x = struct(random.choice([2, 3]), random.choice([128, 160]), 144)
        model = lambda w, x: x + grouped(w, norm(w, x), heads, groups, order)
        yield f"grouped{groups}_{order}", *forward(model, x)
        yield f"grouped{groups}_train_{order}", *training(square(model), x, x)
    def llama(w, x):
        for _ in range(4):
            x = x + rotary(w, norm(w, x), 4, "bhtd", halves=True)
            h = norm(w, x)
            x = x + dense(w, jax.nn.silu(dense(w, h, 192)) * dense(w, h, 192), 80, bias=False)
        return x

    yield "rotary_train_4layers", *training(square(llama), struct(2, 64, 80), struct(2, 64, 80))
    for order, groups in (("bgsd", 8), ("bsgd", 4), ("sbgd", 2), ("bgds", 4)):
        size = dict(b=random.choice([8, 12, 16]), s=random.choice([128, 200, 256]), g=groups, d=32)
        cache = struct(*(size[axis] for axis in order))
        model = lambda w, x, k, v, place: cached(w, x, k, v, place, order, groups)
        yield f"cache_{order}", *forward(model, struct(size["b"], 256), cache, cache, indices(1))
