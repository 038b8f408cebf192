"""Normalising flows: affine couplings, masked autoregression, mixing matrices, planar and Sylvester maps, splines."""
import jax
import jax.numpy as jnp
from layers import dense, forward, struct, training


def coupling(weight, x, axis, width):
    """Half of the features, on `axis` of x, scale and move the others; with the logarithm of the volume's change."""
    still, moved = jnp.split(x, 2, axis)
    h = jnp.moveaxis(still, axis, -1)
    h = jax.nn.relu(dense(weight, jax.nn.relu(dense(weight, h, width)), width))
    scale, move = jnp.split(dense(weight, h, 2 * still.shape[axis]), 2, -1)
    scale, move = (jnp.moveaxis(y, -1, axis) for y in (jnp.tanh(scale), move))
    return jnp.concatenate([moved * jnp.exp(scale) + move, still], axis), scale


def couplings(weight, x, axis, width, depth):
    """Minus the log-likelihood of x under `depth` couplings."""
    volume = 0
    for _ in range(depth):
        x, scale = coupling(weight, x, axis, width)
        volume += scale.sum()
    return (jnp.square(x).sum() / 2 - volume) / x.size


def masked(weight, x, width, transposed):
    """MADE: a layer's mask lets a feature see only earlier ones."""
    inputs = x.shape[-1]
    seen, known = jnp.arange(inputs), jnp.arange(width) % (inputs - 1)

    def layer(h, below, above):
        mask = (above[:, None] >= below).astype(h.dtype)
        kernel = weight(len(above), len(below)) * mask if transposed else (weight(len(below), len(above)) * mask.T).T
        return jnp.einsum("bi,oi->bo", h, kernel) + weight(len(above))

    h = jax.nn.relu(layer(x, seen, known))
    h = jax.nn.relu(layer(h, known, known))
    scale, move = jnp.tanh(layer(h, known, seen - 1)), layer(h, known, seen - 1)
    return (x - move) * jnp.exp(-scale), -scale.sum(-1)


def mixed(weight, x, order, depth):
    """Glow in small: normalised channels, mixed by L U products of triangles; `order` of the axes nps."""
    channels = order.index("s")
    size, total = x.shape[channels], 0
    for _ in range(depth):
        lower, upper = jnp.tril(weight(size, size), -1) + jnp.eye(size), jnp.triu(weight(size, size), 1)
        diagonal = weight(size)
        kernel = lower @ (upper + jnp.diag(jnp.exp(diagonal)))
        x = jnp.einsum(f"{order},rs->{order.replace('s', 'r')}", x, kernel)
        x, scale = coupling(weight, x, channels, 64)
        total += scale.mean() + diagonal.mean()
    return jnp.square(x).mean() / 2 - total


def planar(weight, x, depth):
    volume = 0
    for _ in range(depth):
        u, w = weight(x.shape[-1]), weight(x.shape[-1])
        h = jnp.tanh(x @ w + weight(1))
        volume += jnp.log(jnp.abs(1 + (1 - h * h) * (u @ w)))
        x = x + h[:, None] * u
    return x, volume


def sylvester(weight, x, rank):
    """x + A tanh(B x): the volume's change by the series of the trace of the logarithm."""
    up, down = weight(x.shape[-1], rank), weight(rank, x.shape[-1])
    h = jnp.tanh(x @ down.T)
    inner = jnp.einsum("br,rd,ds->brs", 1 - h * h, down, up)
    squared = inner @ inner
    traces = [jnp.trace(y, axis1=1, axis2=2) for y in (inner, squared, squared @ inner)]
    return x + h @ up.T, traces[0] - traces[1] / 2 + traces[2] / 3


def spline(weight, x, bins, order):
    """Monotone piecewise lines, their bins from a net; `order` of the axes bdk of the bins' shares."""
    half = x.shape[-1] // 2
    still, moved = x[:, :half], jax.nn.sigmoid(x[:, half:])
    h = jax.nn.relu(dense(weight, still, 96))
    size = dict(h=96, d=half, k=bins)
    logits = jnp.einsum(f"bh,hdk->{order}", h, weight(*size.values()))
    shares = jax.nn.softmax(logits, order.index("k"))
    place = jnp.clip(moved[..., None] * bins - jnp.arange(bins), 0, 1)
    slopes = jnp.einsum(f"{order},bdk->bd", shares, jax.nn.one_hot((moved * bins).astype(jnp.int32), bins))
    moved = jnp.einsum(f"{order},bdk->bd", shares, place)
    return jnp.concatenate([moved, still], -1), jnp.log(slopes * bins + 1e-3).sum(-1)


def likelihood(model):
    def loss(weight, x):
        z, volume = model(weight, x)
        return (jnp.square(z).sum(-1) / 2 - volume).mean()
    return loss


def programs(random):
    for axis in (0, 1, 2):
        size = [random.choice([32, 40]), random.choice([28, 32]), random.choice([24, 32])]
        size[axis] = 48
        yield f"coupling_axis{axis}", *forward(lambda w, x: coupling(w, x, axis, 128), struct(*size))
        yield f"couplings_train_axis{axis}", *training(lambda w, x: couplings(w, x, axis, 96, 2), struct(*size))
    for transposed in (False, True):
        model = lambda w, x: masked(w, x, 256, transposed)
        yield f"masked_{'oi' if transposed else 'io'}", *forward(model, struct(400, 96))
        yield f"masked_train_{'oi' if transposed else 'io'}", *training(likelihood(model), struct(300, 96))
    for order in ("nps", "nsp", "spn"):
        size = dict(n=random.choice([8, 12]), p=random.choice([49, 64]), s=random.choice([24, 32]))
        x = struct(*(size[axis] for axis in order))
        yield f"glow_train_{order}", *training(lambda w, x: mixed(w, x, order, 2), x)
    yield "planar_train", *training(likelihood(lambda w, x: planar(w, x, 8)), struct(2000, 64))
    yield "sylvester_train", *training(likelihood(lambda w, x: sylvester(w, x, 24)), struct(200, 96))
    for order in ("bdk", "bkd"):
        yield f"spline_train_{order}", *training(likelihood(lambda w, x: spline(w, x, 16, order)), struct(300, 64))
