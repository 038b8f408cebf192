"""Mixtures of experts: dense, soft, and top-1 or 2 with capacity (dispatch and combine as einsums), in many orders."""
import jax
import jax.numpy as jnp
from layers import forward, norm, struct, training


def grow(weight, experts, width, order):
    """The experts' first kernels, their axes emf in `order`."""
    return weight(*({"e": experts, "m": width, "f": 2 * width + 16}[axis] for axis in order))


def dense(weight, x, experts, kernel):
    m = x.shape[-1]
    gates = jax.nn.softmax(x @ weight(m, experts))
    hidden = jax.nn.silu(jnp.einsum(f"tm,{kernel}->tef", x, grow(weight, experts, m, kernel)))
    return jnp.einsum("te,tef,efm->tm", gates, hidden, weight(experts, 2 * m + 16, m))


def each(weight, x, inputs, kernel):
    """Two layers an expert; x: experts, capacity, width in the order `inputs` of ecm."""
    e, m = x.shape[inputs.index("e")], x.shape[inputs.index("m")]
    hidden = jax.nn.relu(jnp.einsum(f"{inputs},{kernel}->ecf", x, grow(weight, e, m, kernel)))
    return jnp.einsum("ecf,efm->ecm", hidden, weight(e, 2 * m + 16, m))


def seats(chosen, experts, capacity):
    """One-hot tokens, experts, places: token t sits in place c of its expert."""
    picked = jax.nn.one_hot(chosen, experts)
    place = jnp.sum((jnp.cumsum(picked, 0) - 1) * picked, -1).astype(jnp.int32)
    return picked[:, :, None] * jax.nn.one_hot(place, capacity)[:, None]


def switch(weight, x, experts, inputs, kernel, top=1):
    left = gates = jax.nn.softmax(x @ weight(x.shape[-1], experts))
    total = x
    for _ in range(top):
        chosen = left.argmax(-1)
        seat = seats(chosen, experts, 2 * len(x) // experts)
        y = each(weight, jnp.einsum(f"tec,tm->{inputs}", seat, x), inputs, kernel)
        total += jnp.einsum("tec,te,ecm->tm", seat, gates, y)
        left = left * (1 - jax.nn.one_hot(chosen, experts))
    return total


def soft(weight, x, experts, inputs, kernel):
    logits = jnp.einsum("tm,mec->tec", x, weight(x.shape[-1], experts, len(x) // experts))
    y = each(weight, jnp.einsum(f"tec,tm->{inputs}", jax.nn.softmax(logits, 0), x), inputs, kernel)
    shares = jax.nn.softmax(logits.reshape(len(x), -1)).reshape(logits.shape)
    return jnp.einsum("tec,ecm->tm", shares, y)


def total(model):
    return lambda weight, x: jnp.sin(model(weight, x)).sum()


def programs(random):
    def choose():
        return struct(random.choice([200, 256, 330]), random.choice([64, 80, 96])), random.choice([4, 6, 8])

    for kernel in ("emf", "mef", "efm", "fme"):
        x, experts = choose()
        yield f"dense_{kernel}_e{experts}", *forward(lambda w, x: dense(w, x, experts, kernel), x)
    for inputs, kernel in (("ecm", "emf"), ("cem", "mef"), ("ecm", "efm"), ("mec", "emf")):
        x, experts = choose()
        model = lambda w, x: switch(w, norm(w, x), experts, inputs, kernel)
        yield f"switch_{inputs}_{kernel}_e{experts}", *forward(model, x)
        if kernel != "efm":
            yield f"switch_train_{inputs}_{kernel}", *training(total(model), x)
    for inputs, kernel in (("ecm", "emf"), ("emc", "efm")):
        x, experts = choose()
        yield f"soft_train_{inputs}_{kernel}", *training(total(lambda w, x: soft(w, x, experts, inputs, kernel)), x)
    def net(w, x):
        for _ in range(4):
            x = switch(w, norm(w, x), 4, "ecm", "emf")
        return x

    yield "switch_train_4layers", *training(total(net), struct(200, 64))
    yield "top2", *forward(lambda w, x: switch(w, x, 8, "ecm", "emf", top=2), struct(256, 96))
