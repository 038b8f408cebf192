"""Tensor networks: trains, Tucker and CP factors, MERA-like trees, matrix product states and operators, in einsums."""
import jax.numpy as jnp
from layers import backward, forward, square, struct, training


def train_layer(weight, x, sizes, rank, order):
    """A tensor train as a linear layer; x: batch, then the axes `sizes`; `order` of a core's axes, of rios."""
    ranks = (1, *[rank] * (len(sizes) - 1), 1)
    x = x.reshape(len(x), 1, -1)
    for size, r, s in zip(sizes, ranks, ranks[1:]):
        extent = dict(r=r, i=size, o=size, s=s)
        core = weight(*(extent[axis] for axis in order))
        x = jnp.einsum(f"brik,{order}->bsko", x.reshape(len(x), r, size, -1), core).reshape(len(x), s, -1)
    return x.reshape(len(x), -1)


def tucker(weight, x, ranks, path):
    """A core times a matrix an axis; x: b, i, j, k; `path` orders the contractions."""
    core = x
    for axis in path:
        letter = "ijk"[axis]
        kernel = weight(x.shape[axis + 1], ranks[axis])
        core = jnp.einsum(f"bijk,{letter}r->b{'ijk'.replace(letter, 'r')}", core, kernel)
    return jnp.tanh(core)


def cp_loss(weight, target, rank, order):
    """The squared distance of a tensor i, j, k to a sum of `rank` products; `order` of the factors' axes."""
    factors = [weight(*((size, rank) if order == "nr" else (rank, size))) for size in target.shape]
    axes = ("ir", "jr", "kr") if order == "nr" else ("ri", "rj", "rk")
    return jnp.square(jnp.einsum(",".join(axes) + "->ijk", *factors) - target).sum()


def mera(weight, x):
    """Pairs of sites are turned by unitaries, then merged by isometries, in a tree; x: batch, 2^8."""
    b, sites, bond = len(x), 8, 2
    while sites > 1:
        for site in range(1, sites - 1, 2):
            pairs = x.reshape(b, bond**site, bond, bond, -1)
            x = jnp.einsum("blijr,pqij->blpqr", pairs, weight(bond, bond, bond, bond))
        out = min(bond * bond, 6)
        for site in range(sites // 2):
            x = jnp.einsum("blijr,oij->blor", x.reshape(b, out**site, bond, bond, -1), weight(out, bond, bond))
        sites, bond = sites // 2, out
    return x.reshape(b, bond)


def overlap(weight, sites, bond, order):
    """<psi|H|psi> of a matrix product state and operator, site by site; `order` of the state's axes lpr."""
    extent = dict(l=bond, p=4, r=bond)
    left = jnp.ones((bond, 5, bond)) / bond
    for _ in range(sites):
        state = weight(*(extent[axis] for axis in order)) + 0.3
        bra, operator = order.replace("l", "a").replace("p", "q").replace("r", "b"), weight(5, 4, 4, 5) + 0.1
        left = jnp.einsum(f"lwa,{order}->wapr", left, state)
        left = jnp.einsum("wapr,wpqv->aqrv", left, operator)
        left = jnp.einsum(f"aqrv,{bra}->rvb", left, state)
        left = left / jnp.sqrt(jnp.square(left).sum() + 1e-6)
    return left


def peps(weight, bond):
    """A row of a square lattice absorbed into its boundary: tensors up, left, down, right."""
    rows = [weight(bond, bond, bond, bond) for _ in range(4)]
    boundary = weight(*(bond,) * 4)
    return jnp.einsum("abcd,aley,bfyz,cgzu,dhuv->efghlv", boundary, rows[0].transpose(0, 3, 2, 1), *rows[1:])


def programs(random):
    for order in ("rios", "iros", "sroi"):
        sizes = random.choice([(6, 8, 10), (4, 8, 8, 4), (8, 12, 8)])
        b, n = random.choice([40, 64]), 1
        for size in sizes:
            n *= size
        model = lambda w, x: train_layer(w, x, sizes, 6, order)
        yield f"train_{order}_n{n}", *forward(model, struct(b, n))
        yield f"train_back_{order}_n{n}", *backward(model, struct(b, n))
    for path in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        sizes = [random.choice([32, 40, 48]) for _ in range(3)]
        model = lambda w, x: tucker(w, x, (16, 20, 24), path)
        yield "tucker_" + "".join("ijk"[axis] for axis in path), *backward(model, struct(6, *sizes))
    for order in ("nr", "rn"):
        yield f"cp_{order}", *training(lambda w, x: cp_loss(w, x, 30, order), struct(40, 60, 50))
    yield "mera", *forward(mera, struct(160, 256))
    yield "mera_train", *training(square(mera), struct(90, 256), struct(90, 6))
    for order in ("lpr", "prl"):
        yield f"overlap_{order}", *forward(lambda w: overlap(w, 8, 40, order))
    yield "overlap_back", *backward(lambda w: overlap(w, 4, 36, "plr"))
    yield "peps", *forward(lambda w: peps(w, 8))
