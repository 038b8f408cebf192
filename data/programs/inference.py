"""Inference: Kalman filters, hidden Markov chains, Viterbi, conditional random fields, transport, beliefs."""
import jax
import jax.numpy as jnp
from layers import backward, dense, forward, indices, struct, training


def kalman(weight, seen, states, order, steps=3):
    """Filters side by side, gains by Newton's inverse; covariances in the order `order` of bij."""
    t, b, outputs = seen.shape
    move, show = weight(states, states), weight(outputs, states)
    noise = jnp.eye(states)[tuple(None if axis == "b" else slice(None) for axis in order)]

    def step(state, y):
        mean, covariance = state
        mean = mean @ move.T
        moved = order.replace("i", "k").replace("j", "l")
        covariance = jnp.einsum(f"ki,{order},lj->{moved}", move, covariance, move) + noise
        cross = jnp.einsum(f"{order},oj->bio", covariance, show)
        inner = jnp.einsum("oi,bip->bop", show, cross)
        inverse = jnp.eye(outputs) / 2
        for _ in range(steps):
            inverse = 2 * inverse - inverse @ (inner @ inverse + inverse)
        gain = cross @ inverse
        mean = mean + jnp.einsum("bio,bo->bi", gain, y - mean @ show.T)
        covariance = covariance - jnp.einsum(f"bio,bjo->{order}", gain, cross)
        return (mean, covariance), mean

    start = jnp.zeros((b, states)), jnp.broadcast_to(noise, [b if axis == "b" else states for axis in order])
    return jax.lax.scan(step, start, seen)[1]


def markov(weight, seen, states, best):
    """Log-chances of sequences (time, batch, features): of all paths, or of the best."""
    moves = jax.nn.log_softmax(weight(states, states))
    emitted = jax.nn.log_softmax(dense(weight, seen, states))
    join = jnp.max if best else jax.scipy.special.logsumexp
    step = lambda chance, shown: (join(chance[:, :, None] + moves, axis=1) + shown, None)
    return join(jax.lax.scan(step, emitted[0], emitted[1:])[0], axis=1)


def scaled(weight, seen, states):
    """The forward pass in plain chances, rescaled at each step, and the chances of each state from the pass back."""
    moves = jax.nn.softmax(weight(states, states))
    shown = jax.nn.softmax(dense(weight, seen, states))

    def ahead(chance, shown):
        chance = (chance @ moves) * shown
        chance = chance / chance.sum(-1, keepdims=True)
        return chance, chance

    def back(chance, shown):
        kept = chance
        chance = (chance * shown) @ moves.T
        return chance / chance.sum(-1, keepdims=True), kept

    one = jnp.ones(shown.shape[1:]) / states
    product = jax.lax.scan(ahead, one, shown)[1] * jax.lax.scan(back, one, shown, reverse=True)[1]
    return product / product.sum(-1, keepdims=True)


def random_field(weight, seen, labels, states):
    """A chain's loss: the chance of all paths less the score of one; seen: batch, time, features."""
    scores, moves = dense(weight, seen, states), weight(states, states)
    own = jnp.take_along_axis(scores, labels[..., None], -1).sum((1, 2)) + moves[labels[:, :-1], labels[:, 1:]].sum(1)
    step = lambda total, score: (jax.scipy.special.logsumexp(total[:, :, None] + moves, axis=1) + score, None)
    total = jax.lax.scan(step, scores[:, 0], scores[:, 1:].swapaxes(0, 1))[0]
    return (jax.scipy.special.logsumexp(total, axis=1) - own).mean()


def sinkhorn(weight, x, y, order, steps, logs):
    """Transport between batches of clouds; `order` of the points' axes bnd."""
    norms = (jnp.square(p).sum(order.index("d")) for p in (x, y))
    norms = [jnp.einsum(f"{order.replace('d', '')}->bn", norm) for norm in norms]
    cost = norms[0][:, :, None] + norms[1][:, None] - 2 * jnp.einsum(f"{order},{order.replace('n', 'm')}->bnm", x, y)
    if logs:
        f, g = (jnp.zeros_like(norm) for norm in norms)
        for _ in range(steps):
            f = -jax.scipy.special.logsumexp(g[:, None] - 10 * cost, axis=2)
            g = -jax.scipy.special.logsumexp(f[:, :, None] - 10 * cost, axis=1)
        plan = jnp.exp(f[:, :, None] + g[:, None] - 10 * cost)
    else:
        kernel, v = jnp.exp(-10 * cost), jnp.ones_like(norms[1])
        for _ in range(steps):
            u = 1 / jnp.einsum("bnm,bm->bn", kernel, v)
            v = 1 / jnp.einsum("bnm,bn->bm", kernel, u)
        plan = u[:, :, None] * kernel * v[:, None]
    return (plan * cost).sum((1, 2))


def beliefs(weight, fields, order, steps):
    """Sums and products on a grid, in four directions; `order` of the axes yxs of rows, columns and states."""
    axes = {axis: order.index(axis) for axis in "yx"}
    states = fields.shape[order.index("s")]
    bond = jnp.exp(weight(states, states))
    local = jnp.exp(fields)
    told = [jnp.ones_like(fields)] * 4
    for _ in range(steps):
        every, sent = local * told[0] * told[1] * told[2] * told[3], []
        for way, (axis, shift) in enumerate((("y", 1), ("y", -1), ("x", 1), ("x", -1))):
            out = jnp.einsum(f"{order},sq->{order.replace('s', 'q')}", every / told[way ^ 1], bond)
            sent.append(jnp.roll(out / out.sum(order.index("s"), keepdims=True), shift, axes[axis]))
        told = sent
    return local * told[0] * told[1] * told[2] * told[3]


def programs(random):
    for order in ("bij", "jbi", "ijb"):
        model = lambda w, seen: kalman(w, seen, 24, order)
        yield f"kalman_{order}", *forward(model, struct(8, random.choice([24, 32, 40]), 12))
    yield "kalman_train", *training(lambda w, seen: jnp.square(kalman(w, seen, 20, "bij")).sum(), struct(5, 20, 10))
    for best in (False, True):
        b, n = random.choice([50, 64]), random.choice([40, 48])
        model, name = lambda w, x: markov(w, x, n, best), "viterbi" if best else "markov"
        yield name, *forward(model, struct(16, b, 30))
        yield f"{name}_train", *training(lambda w, x: -model(w, x).mean(), struct(10, b, 30))
    yield "scaled", *forward(lambda w, x: scaled(w, x, 80), struct(20, 64, 50))
    yield "field_train", *training(lambda w, x, y: random_field(w, x, y, 32), struct(32, 16, 64), indices(32, 16))
    for order, logs in (("bnd", False), ("nbd", True), ("bdn", False)):
        size = dict(b=random.choice([8, 12]), n=random.choice([128, 150]), d=random.choice([30, 48]))
        points = struct(*(size[axis] for axis in order))
        model = lambda w, x, y: sinkhorn(w, x, y, order, 3 if logs else 8, logs)
        yield f"sinkhorn_{order}", *forward(model, points, points)
        yield f"sinkhorn_back_{order}", *backward(model, points, points)
    for order in ("yxs", "syx", "ysx"):
        size = dict(y=random.choice([64, 80]), x=random.choice([64, 90]), s=random.choice([8, 12]))
        fields = struct(*(size[axis] for axis in order))
        yield f"beliefs_{order}", *forward(lambda w, x: beliefs(w, x, order, 3), fields)
