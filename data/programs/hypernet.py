"""Nets that make or change weights: hypernetworks, FiLM, low-rank adapters, inner steps, ensembles, routing."""
import jax
import jax.numpy as jnp
from layers import backward, dense, forward, square, struct, training


def made(weight, x, told, width, order):
    """A layer an example, its kernels (axes bio in `order`) made from what is told: x (b, n, i), told (b, t)."""
    size = dict(t=told.shape[-1], i=x.shape[-1], o=width)
    for _ in range(2):
        size["i"] = x.shape[-1]
        kernels = jnp.einsum(f"bt,tio->{order}", jnp.tanh(told), weight(*size.values()))
        x = jnp.tanh(jnp.einsum(f"bni,{order}->bno", x, kernels))
    return x


def film(weight, x, told, axis):
    """Features, on `axis` of x (with b first), are scaled and moved as told."""
    for _ in range(3):
        shape = [len(x), 1, 1]
        shape[axis] = x.shape[axis]
        h = jax.nn.relu(dense(weight, told, 64))
        scale, move = (dense(weight, h, x.shape[axis]).reshape(shape) for _ in range(2))
        mixed = jnp.tensordot(x, weight(x.shape[axis], x.shape[axis]), (axis, 0))
        x = x + jax.nn.relu(jnp.moveaxis(mixed, -1, axis) * (1 + scale) + move)
    return x


def adapted(weight, x, tasks, rank, order):
    """A shared kernel plus one of low rank a task; x in the order `order` of tnm."""
    for _ in range(2):
        m = x.shape[order.index("m")]
        to = order.replace("m", "o")
        x = jax.nn.gelu(jnp.einsum(f"{order},mo->{to}", x, weight(m, m))
                        + jnp.einsum(f"{order},tmr,tro->{to}", x, weight(tasks, m, rank), weight(tasks, rank, m)))
    return x


def inner(weight, x, y, asked, answers, width, steps):
    """MAML: a net takes steps on a task's examples, then answers; all have tasks first."""
    start = [weight(x.shape[-1], width), weight(width, width), weight(width, y.shape[-1])]

    def net(kernels, x):
        for kernel in kernels[:-1]:
            x = jnp.tanh(x @ kernel)
        return x @ kernels[-1]

    def task(x, y, asked, answers):
        kernels = start
        for _ in range(steps):
            slopes = jax.grad(lambda kernels: jnp.square(net(kernels, x) - y).mean())(kernels)
            kernels = [kernel - 0.1 * slope for kernel, slope in zip(kernels, slopes)]
        return jnp.square(net(kernels, asked) - answers).mean()

    return jax.vmap(task)(x, y, asked, answers).mean()


def ensemble(weight, x, members, widths, order):
    """Many nets at once; `order` of what they pass on, of the axes ebf."""
    h = jnp.einsum(f"bi,eif->{order}", x, weight(members, x.shape[-1], widths[0]))
    for width in widths[1:]:
        kernel = weight(members, h.shape[order.index("f")], width)
        h = jnp.einsum(f"{order},efg->{order.replace('f', 'g')}", jax.nn.relu(h), kernel)
    return jnp.einsum(f"{order}->bf", h) / members


def routed(weight, x, capsules, steps, order):
    """Capsules that agree: votes (axes bico in `order`) of inputs i for outputs c."""
    b, i, d = x.shape
    size = dict(i=i, c=capsules, d=d, o=16)
    votes = jnp.einsum(f"bid,icdo->{order}", x, weight(*size.values()))
    logits = jnp.zeros((b, i, capsules))
    for _ in range(steps):
        total = jnp.einsum(f"bic,{order}->bco", jax.nn.softmax(logits), votes)
        squares = jnp.square(total).sum(-1, keepdims=True)
        out = total * squares / (1 + squares) * jax.lax.rsqrt(squares + 1e-5)
        logits += jnp.einsum(f"bco,{order}->bic", out, votes)
    return out


def programs(random):
    for order in ("bio", "boi", "iob"):
        b, n, i, o = (random.choice(sizes) for sizes in ((12, 16), (100, 128), (48, 64), (80, 96)))
        model = lambda w, x, told: made(w, x, told, o, order)
        yield f"made_{order}", *forward(model, struct(b, n, i), struct(b, 16))
        if order != "boi":
            yield f"made_train_{order}", *training(square(model), struct(b, n, i), struct(b, 12), struct(b, n, o))
    for axis in (1, 2):
        x = struct(12, 96, 80) if axis == 1 else struct(12, 80, 96)
        yield f"film_axis{axis}", *forward(lambda w, x, told: film(w, x, told, axis), x, struct(12, 32))
        yield f"film_back_axis{axis}", *backward(lambda w, x, told: film(w, x, told, axis), x, struct(12, 32))
    for order in ("tnm", "ntm", "mtn"):
        size = dict(t=random.choice([4, 6]), n=random.choice([64, 100]), m=random.choice([96, 112]))
        model = lambda w, x: adapted(w, x, size["t"], 8, order)
        yield f"adapted_back_{order}", *backward(model, struct(*(size[axis] for axis in order)))
    for steps in (1, 2):
        model, task = lambda w, *x: inner(w, *x, 64, steps), (struct(10, 50, 20), struct(10, 50, 6))
        yield f"inner_train_{steps}", *training(model, *task, *task)
    for order in ("ebf", "bef", "bfe"):
        model = lambda w, x: ensemble(w, x, 6, (80, 80, 16), order)
        yield f"ensemble_train_{order}", *training(square(model), struct(random.choice([150, 200]), 64), struct())
    for order in ("bico", "cbio"):
        yield f"routed_{order}", *forward(lambda w, x: routed(w, x, 8, 3, order), struct(32, 64, 12))
        yield f"routed_back_{order}", *backward(lambda w, x: routed(w, x, 6, 2, order), struct(24, 60, 10))
