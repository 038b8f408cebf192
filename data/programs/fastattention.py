"""Attention cheaper than all pairs: linear, random features, low rank, windows, along axes, latent, pooled."""
import jax
import jax.numpy as jnp
from layers import attention, backward, dense, forward, norm, square, struct, training


def qkv(weight, x, heads, order):
    """Queries, keys and values of x (batch, time, width), their axes bthd in `order`."""
    size = dict(h=heads, d=x.shape[-1] // heads, m=x.shape[-1])
    return [jnp.einsum(f"btm,mhd->{order}", x, weight(size["m"], size["h"], size["d"])) for _ in "qkv"]


def linear(weight, x, heads, order):
    q, k, v = qkv(weight, x, heads, order)
    q, k = jax.nn.elu(q) + 1, jax.nn.elu(k) + 1
    memory = jnp.einsum(f"{order},{order.replace('d', 'e')}->bhde", k, v)
    total = jnp.einsum(f"{order},{order.replace('t', '')}->bth", q, k.sum(order.index("t")))
    return (jnp.einsum(f"{order},bhde->bthe", q, memory) / total[..., None]).reshape(x.shape)


def performer(weight, x, heads, order, features=40):
    q, k, v = qkv(weight, x, heads, order)
    turn = weight(features, x.shape[-1] // heads)
    squares = lambda y: jnp.einsum(f"{order},{order}->bht", y, y)[..., None]
    q, k = (jnp.exp(jnp.einsum(f"{order},rd->bhtr", y, turn) - squares(y) / 2) for y in (q, k))
    mixed = jnp.einsum("bhtr,bhrd->bthd", q, jnp.einsum(f"bhtr,{order}->bhrd", k, v))
    return (mixed / jnp.einsum("bhtr,bhr->bth", q, k.sum(2))[..., None]).reshape(x.shape)


def linformer(weight, x, heads, order, places=24):
    q, k, v = qkv(weight, x, heads, order)
    k, v = (jnp.einsum(f"{order},ts->{order.replace('t', 's')}", y, weight(x.shape[1], places)) for y in (k, v))
    return jnp.einsum(f"{order}->bthd", attention(q, k, v, order)).reshape(x.shape)


def windows(weight, x, heads, order, size=16):
    """Each window attends to itself and to the one before; the axes cbnthd with n the windows."""
    b, t, m = x.shape
    q, k, v = (y.reshape(b, t // size, size, heads, m // heads) for y in qkv(weight, x, heads, "bthd"))
    k, v = (jnp.concatenate([jnp.roll(y, 1, 1), y], 2) for y in (k, v))
    q, k, v = (jnp.einsum(f"bnthd->{order}", y) for y in (q, k, v))
    return jnp.einsum(f"{order}->bnthd", attention(q, k, v, order)).reshape(x.shape)


def axial(weight, x, heads, order):
    """Along the rows, then along the columns of a batch of images; `order` names rows r, columns t."""
    for axes in ("brtm", "btrm"):
        size = (x.shape[3], heads, x.shape[3] // heads)
        q, k, v = (jnp.einsum(f"{axes},mhd->{order}", x, weight(*size)) for _ in "qkv")
        x = x + jnp.einsum(f"{order},hdm->{axes}", attention(q, k, v, order), weight(*size[1:], size[0]))
    return x


def perceiver(weight, x, latents, heads):
    """Latents that no example owns attend to x, then to themselves."""
    z = jnp.broadcast_to(weight(latents, x.shape[-1]), (len(x), latents, x.shape[-1]))
    for memory in (x, None):
        memory = z if memory is None else memory
        size = (x.shape[-1], heads, x.shape[-1] // heads)
        q, k, v = (jnp.einsum("btm,mhd->bhtd", y, weight(*size)) for y in (z, memory, memory))
        z = norm(weight, z + jnp.einsum("bhtd,hdm->btm", attention(q, k, v), weight(*size[1:], size[0])))
    return dense(weight, jax.nn.gelu(dense(weight, z, 2 * x.shape[-1])), x.shape[-1])


def pooling(weight, x, seeds, axis):
    """A few learned queries pool a set; the set is `axis` of x (batch and set, width)."""
    elements = "bsm" if axis == 1 else "sbm"
    scores = jnp.einsum(f"{elements},qm->bqs", jnp.tanh(dense(weight, x, x.shape[-1])), weight(seeds, x.shape[-1]))
    return dense(weight, jnp.einsum(f"bqs,{elements}->bqm", jax.nn.softmax(scores), x).reshape(scores.shape[0], -1), 32)


def programs(random):
    def choose():
        b, t, h, d = (random.choice(sizes) for sizes in ((3, 4), (160, 192, 256), (4, 6), (24, 32)))
        return struct(b, t, h * d), h

    for kind in (linear, performer, linformer):
        for order in random.sample(["bhtd", "bthd", "tbhd", "bhdt"], 2):
            x, heads = choose()
            model = lambda w, x: kind(w, x, heads, order)
            yield f"{kind.__name__}_{order}", *forward(model, x)
            yield f"{kind.__name__}_back_{order}", *backward(model, x)
    for order in ("bnhtd", "hbntd"):
        x, heads = choose()
        yield f"windows_{order}", *forward(lambda w, x: windows(w, x, heads, order), x)
    yield "windows_back", *backward(lambda w, x: windows(w, x, 4, "bnthd"), struct(2, 144, 96))
    for order in ("brhtd", "brthd"):
        yield f"axial_{order}", *forward(lambda w, x: axial(w, x, 4, order), struct(2, 20, 20, 64))
    yield "axial_train", *training(square(lambda w, x: axial(w, x, 4, "bhrtd")), *(struct(2, 18, 18, 48),) * 2)
    yield "perceiver", *forward(lambda w, x: perceiver(w, x, 24, 4), struct(3, 150, 96))
    model = lambda w, x: perceiver(w, x, 32, 4)
    yield "perceiver_train", *training(square(model), struct(4, 160, 96), struct(4, 32, 96))
    def net(w, x):
        for _ in range(4):
            x = norm(w, x + linear(w, x, 4, "bthd"))
            x = norm(w, x + dense(w, jax.nn.gelu(dense(w, x, 160)), 80))
        return x

    yield "linear_train_4layers", *training(square(net), struct(2, 80, 80), struct(2, 80, 80))
    for axis in (0, 1):
        x = struct(70, 20, 96) if axis == 0 else struct(20, 70, 96)
        yield f"pooling_back_axis{axis}", *backward(lambda w, x: pooling(w, x, 5, axis), x)
