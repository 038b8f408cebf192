"""Reinforcement learning: policy gradients, PPO, dueling and quantile Q, actor and critic, world models, values."""
import jax
import jax.numpy as jnp
from layers import dense, forward, indices, struct, training


def tower(weight, x, *widths):
    for width in widths:
        x = jax.nn.relu(dense(weight, x, width))
    return x


def pick(scores, actions):
    return jnp.take_along_axis(scores, actions[..., None], -1)[..., 0]


def discounted(rewards, rate, axis):
    """Sums of what is still to come, along the axis of time, as a product with a triangle of powers."""
    t = jnp.arange(rewards.shape[axis])
    ahead = t - t[:, None]
    powers = jnp.where(ahead >= 0, rate ** jnp.maximum(ahead, 0), 0.0)
    return jnp.moveaxis(jnp.tensordot(rewards, powers, (axis, 1)), -1, axis)


def reinforce(weight, states, actions, rewards, axis):
    """Gradient of a policy over episodes; time is `axis` (0 or 1) of all."""
    h = tower(weight, states, 128, 96)
    chance, value = pick(jax.nn.log_softmax(dense(weight, h, 8)), actions), dense(weight, h, 1)[..., 0]
    gain = discounted(rewards, 0.95, axis) - value
    return (jnp.square(gain) - jax.lax.stop_gradient(gain) * chance).mean()


def advantages(rewards, values, axis):
    """Generalised advantages by a scan backwards through time."""
    rewards, values = (jnp.moveaxis(x, axis, 0) for x in (rewards, values))
    errors = rewards[:-1] + 0.99 * values[1:] - values[:-1]
    step = lambda total, error: (error + 0.94 * total,) * 2
    return jnp.moveaxis(jax.lax.scan(step, jnp.zeros_like(errors[0]), errors, reverse=True)[1], 0, axis)


def proximal(weight, states, actions, rewards, before, axis):
    h = tower(weight, states, 112, 112)
    scores, value = jax.nn.log_softmax(dense(weight, h, 8)), dense(weight, h, 1)[..., 0]
    gain = jax.lax.stop_gradient(advantages(rewards, value, axis))
    cut = lambda x: jax.lax.slice_in_dim(x, 0, x.shape[axis] - 1, axis=axis)
    ratio = jnp.exp(cut(pick(scores, actions) - before))
    kept = jnp.minimum(ratio * gain, jnp.clip(ratio, 0.8, 1.2) * gain)
    entropy = -(jnp.exp(scores) * scores).sum(-1).mean()
    return jnp.square(gain - cut(value)).mean() - kept.mean() - 0.01 * entropy


def dueling(weight, states, actions):
    h = tower(weight, states, 256, 160)
    gains = dense(weight, tower(weight, h, 96), actions)
    return dense(weight, tower(weight, h, 96), 1) + gains - gains.mean(-1, keepdims=True)


def q_loss(weight, states, actions, rewards, later):
    best = dueling(weight, later, 12).max(-1)
    error = pick(dueling(weight, states, 12), actions) - rewards - 0.99 * jax.lax.stop_gradient(best)
    return jnp.where(jnp.abs(error) < 1, error * error / 2, jnp.abs(error) - 0.5).mean()


def distributional(weight, states, actions, order):
    """Quantiles of each action's return, their axes baq in `order`; the loss between all pairs of quantiles."""
    size = dict(h=128, a=8, q=25)
    h = tower(weight, states, 128)
    quantiles = jnp.einsum(f"bh,haq->{order}", h, weight(*size.values()))
    chosen = jnp.einsum(f"{order},ba->bq", quantiles, jax.nn.one_hot(actions, 8))
    target = jax.lax.stop_gradient(jnp.einsum(f"{order}->baq", quantiles).max(1))
    error = target[:, None] - chosen[:, :, None]
    level = (jnp.arange(25) + 0.5)[:, None] / 25
    return (jnp.abs(level - (error < 0)) * jnp.square(error)).mean()


def soft_actor(weight, states, noise):
    """A Gaussian policy pushed up the lesser of two critics."""
    mean, spread = jnp.split(dense(weight, tower(weight, states, 128, 128), 2 * noise.shape[-1]), 2, -1)
    action = jnp.tanh(mean + jnp.exp(spread) * noise)
    both = jnp.concatenate([states, action], -1)
    values = [dense(weight, tower(weight, both, 128, 128), 1) for _ in range(2)]
    return (-jnp.minimum(*values)[:, 0] - spread.sum(-1)).mean()


def imagined(weight, states, actions, width):
    """A model of the world rolls `actions` (time, batch, features) forward and sums what it expects."""
    h, total = jnp.tanh(dense(weight, states, width)), 0
    move, act, reward = weight(width, width), weight(actions.shape[-1], width), weight(width)
    for action in actions:
        h = h + jnp.tanh(h @ move + action @ act)
        total += h @ reward
    return total.mean()


def iterated(weight, states, actions, order, steps):
    """Value iteration: transitions in the order `order` of ast (action, state, next state)."""
    size = dict(a=actions, s=states, t=states)
    chances = jax.nn.softmax(weight(*(size[axis] for axis in order)), order.index("t"))
    rewards, value = weight(actions, states), jnp.zeros(states)
    for _ in range(steps):
        value = (rewards + 0.9 * jnp.einsum(f"{order},t->as", chances, value)).max(0)
    return value


def programs(random):
    for axis in (0, 1):
        shape = [random.choice([32, 40]), random.choice([24, 30])][:: 1 if axis == 0 else -1]
        states, actions, numbers = struct(*shape, 48), indices(*shape), struct(*shape)
        yield f"reinforce_axis{axis}", *training(lambda w, *x: reinforce(w, *x, axis), states, actions, numbers)
        yield f"ppo_axis{axis}", *training(lambda w, *x: proximal(w, *x, axis), states, actions, numbers, numbers)
        yield f"returns_axis{axis}", *forward(lambda w, x: discounted(x, 0.9, axis), struct(400, 360))
    b = random.choice([200, 256])
    yield "dueling", *forward(lambda w, x: dueling(w, x, 12), struct(2 * b, 96))
    yield "dueling_train", *training(q_loss, struct(b, 96), indices(b), struct(b), struct(b, 96))
    for order in ("baq", "qba", "aqb"):
        b = random.choice([300, 400])
        model = lambda w, x, a: distributional(w, x, a, order)
        yield f"quantiles_train_{order}", *training(model, struct(b, 64), indices(b))
    yield "soft_actor_train", *training(soft_actor, struct(200, 80), struct(200, 12))
    yield "imagined_train", *training(lambda w, x, a: imagined(w, x, a, 128), struct(100, 40), struct(8, 100, 10))
    for order in ("ast", "tas", "sta"):
        states = random.choice([150, 180])
        yield f"iterated_{order}", *forward(lambda w: iterated(w, states, 12, order, 8))
