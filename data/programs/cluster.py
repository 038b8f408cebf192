"""Clusters and neighbours: k-means, fuzzy means, Gaussian mixtures, mean shift, self-organising maps, codes."""
import jax
import jax.numpy as jnp
from layers import dense, forward, struct, training


def distances(x, centres, order):
    """x: points in the order `order` of nd; centres: k, d."""
    norms = jnp.square(x).sum(order.index("d"))[:, None] + jnp.square(centres).sum(1)
    return norms - 2 * jnp.einsum(f"{order},kd->nk", x, centres)


def means(x, centres, order, hard, steps):
    for _ in range(steps):
        far = distances(x, centres, order)
        if hard:
            shares = jax.nn.one_hot(far.argmin(1), len(centres))
        else:
            shares = jax.nn.softmax(-20 * far)
        centres = jnp.einsum(f"nk,{order}->kd", shares, x) / (shares.sum(0) + 1e-3)[:, None]
    return centres


def fuzzy(x, centres, steps):
    def step(_, centres):
        near = 1 / (distances(x, centres, "nd") + 1e-2)
        shares = jnp.square(near / near.sum(1, keepdims=True))
        return shares.T @ x / shares.sum(0)[:, None]
    return jax.lax.fori_loop(0, steps, step, centres)


def mixture(x, centres, spreads, order):
    """A step of expectation and maximisation with whole covariances: x (n, d), centres (k, d), spreads (k, d, d)."""
    apart = x[:, None] - centres if order == "nkd" else jnp.moveaxis(x[:, None] - centres, 0, order.index("n"))
    energies = jnp.einsum(f"{order},kde,{order.replace('d', 'e')}->nk", apart, spreads + jnp.eye(x.shape[1]), apart)
    shares = jax.nn.softmax(-energies)
    counts = shares.sum(0)
    moved = shares.T @ x / counts[:, None]
    covariance = jnp.einsum(f"nk,{order},{order.replace('d', 'e')}->kde", shares, apart, apart)
    return moved, covariance / counts[:, None, None], counts


def mean_shift(x, steps):
    moved = x
    for _ in range(steps):
        shares = jax.nn.softmax(-10 * distances(moved, x, "nd"))
        moved = shares @ x
    return moved


def map_of(x, grid, steps):
    """A self-organising map: grid (rows, columns, d) pulled to the points one by one."""
    places = jnp.stack(jnp.meshgrid(*(jnp.arange(size) for size in grid.shape[:2]), indexing="ij"), -1)

    def step(grid, point):
        far = jnp.square(grid - point).sum(-1)
        best = places.reshape(-1, 2)[far.reshape(-1).argmin()]
        pull = jnp.exp(-jnp.square(places - best).sum(-1) / 4.0)
        return grid + 0.1 * pull[..., None] * (point - grid), far.min()

    return jax.lax.scan(step, grid, x[:steps])


def quantised(weight, x, codes, parts):
    """Straight through the nearest code of each part of x; order b, parts, d."""
    h = dense(weight, x, parts * 24).reshape(len(x), parts, 24)
    book = weight(parts, codes, 24)
    far = jnp.square(book).sum(-1) - 2 * jnp.einsum("bpd,pcd->bpc", h, book)
    near = jnp.einsum("bpc,pcd->bpd", jax.nn.one_hot(far.argmin(-1), codes), book)
    passed = (h + jax.lax.stop_gradient(near - h)).reshape(len(x), -1)
    error = dense(weight, passed, x.shape[-1]) - x
    return jnp.square(error).mean() + jnp.square(jax.lax.stop_gradient(h) - near).mean()


def triplets(weight, x, labels):
    """The greatest distance within a label against the least between labels."""
    h = jnp.tanh(dense(weight, x, 64))
    far, same = distances(h, h, "nd"), labels[:, None] == labels
    return jax.nn.softplus(jnp.where(same, far, -1e3).max(1) - jnp.where(same, 1e3, far).min(1)).mean()


def programs(random):
    for order in ("nd", "dn"):
        for hard in (True, False):
            n, k, d = (random.choice(sizes) for sizes in ((1200, 1500, 2000), (24, 30, 40), (48, 64)))
            x = struct(n, d) if order == "nd" else struct(d, n)
            model = lambda w, x, centres: means(x, centres, order, hard, 3)
            yield f"{'hard' if hard else 'soft'}_{order}", *forward(model, x, struct(k, d))
    yield "fuzzy", *forward(lambda w, x, c: fuzzy(x, c, 5), struct(1500, 40), struct(30, 40))
    for order in ("nkd", "knd", "kdn"):
        n, k, d = random.choice([700, 1000]), random.choice([8, 10]), random.choice([24, 32])
        model = lambda w, x, centres, spreads: mixture(x, centres, spreads, order)
        yield f"mixture_{order}", *forward(model, struct(n, d), struct(k, d), struct(k, d, d))
    yield "mean_shift", *forward(lambda w, x: mean_shift(x, 3), struct(350, 32))
    yield "map", *forward(lambda w, x, grid: map_of(x, grid, 30), struct(30, 32), struct(30, 40, 32))
    for parts in (1, 4):
        yield f"codes{parts}_train", *training(lambda w, x: quantised(w, x, 128, parts), struct(500, 96))
    yield "triplets_train", *training(triplets, struct(384, 300), jax.ShapeDtypeStruct((384,), jnp.int32))
