"""Linear algebra from products: power and Krylov iterations, conjugate gradients, Gram-Schmidt, exponentials, roots."""
import jax
import jax.numpy as jnp
from layers import backward, forward, struct


def unit(x, axis=0):
    return x * jax.lax.rsqrt(jnp.square(x).sum(axis, keepdims=True) + 1e-6)


def orthogonal(x, order):
    """Modified Gram-Schmidt of vectors: columns (nk) or rows (kn)."""
    kept = []
    for vector in x.T if order == "nk" else x:
        for other in kept:
            vector = vector - (other @ vector) * other
        kept.append(unit(vector))
    return jnp.stack(kept, order.index("k"))


def subspace(matrix, block, order, steps):
    """Power iteration of a block of vectors."""
    for _ in range(steps):
        block = matrix @ block if order == "nk" else block @ matrix.T
        block = orthogonal(block, order)
    return block, jnp.einsum(f"{order},nm,{order.replace('n', 'm')}->k", block, matrix, block)


def powers(matrices, vectors, order, steps):
    """Greatest singular values of a batch of matrices, as spectral norms take them; `order` of the axes bij."""
    for _ in range(steps):
        u = unit(jnp.einsum(f"{order},bj->bi", matrices, vectors), 1)
        vectors = unit(jnp.einsum(f"{order},bi->bj", matrices, u), 1)
    norms = jnp.einsum("bi,bi->b", u, jnp.einsum(f"{order},bj->bi", matrices, vectors))
    return jnp.einsum(f"{order},b->{order}", matrices, 1 / norms)


def conjugate(matrices, sides, order, steps):
    """Normal equations of a batch of systems, regularised; sides: batch, rows."""
    apply = lambda x: jnp.einsum(f"{order},bi->bj", matrices, jnp.einsum(f"{order},bj->bi", matrices, x)) + x

    def step(state, _):
        x, r, way = state
        moved, size = apply(way), jnp.square(r).sum(1, keepdims=True)
        rate = size / ((way * moved).sum(1, keepdims=True) + 1e-9)
        left = r - rate * moved
        way = left + jnp.square(left).sum(1, keepdims=True) / (size + 1e-9) * way
        return (x + rate * way, left, way), None

    start = jnp.einsum(f"{order},bi->bj", matrices, sides)
    return jax.lax.scan(step, (jnp.zeros_like(start), start, start), None, length=steps)[0][0]


def krylov(matrix, start, steps):
    """Arnoldi's basis and its small matrix."""
    basis, small = [unit(start)], []
    for _ in range(steps):
        vector = matrix @ basis[-1]
        column = [vector @ other for other in basis]
        for scale, other in zip(column, basis):
            vector = vector - scale * other
        small.append(jnp.stack(column + [jnp.zeros(())] * (steps - len(column))))
        basis.append(unit(vector))
    return jnp.stack(basis), jnp.stack(small, 1)


def exponential(matrices, terms, squarings):
    """By Horner's rule and squarings; matrices: batch, n, n."""
    eye = jnp.eye(matrices.shape[-1])
    total, matrices = eye + matrices / terms, matrices / 2**squarings
    for k in range(terms - 1, 0, -1):
        total = eye + matrices @ total / k
    for _ in range(squarings):
        total = total @ total
    return total


def roots(matrix, steps):
    """Denman-Beavers with Newton-Schulz: the square root of I + A A^T / n and its inverse."""
    n = len(matrix)
    y, z = jnp.eye(n) + matrix @ matrix.T / n, jnp.eye(n)
    scale = jnp.sqrt(jnp.square(y).sum())
    y = y / scale
    for _ in range(steps):
        turn = 1.5 * jnp.eye(n) - 0.5 * z @ y
        y, z = y @ turn, turn @ z
    return y * jnp.sqrt(scale), z / jnp.sqrt(scale)


def substituted(lower, right):
    """Forward substitution row by row, in a scan; lower: n, n; right: n, k."""
    def step(x, i):
        row = jax.lax.dynamic_index_in_dim(lower, i, keepdims=False)
        value = (jax.lax.dynamic_index_in_dim(right, i, keepdims=False) - row @ x) / (1 + row[i])
        return jax.lax.dynamic_update_index_in_dim(x, value, i, 0), None
    return jax.lax.scan(step, jnp.zeros_like(right), jnp.arange(len(right)))[0]


def jacobi(matrix, side, steps):
    diagonal = 1 + jnp.abs(jnp.diag(matrix))
    return jax.lax.fori_loop(0, steps, lambda _, x: (side - matrix @ x) / diagonal[:, None], side)


def programs(random):
    for order in ("nk", "kn"):
        n, k = random.choice([600, 700]), random.choice([8, 10])
        block = struct(n, k) if order == "nk" else struct(k, n)
        yield f"subspace_{order}", *forward(lambda w, a, x: subspace(a, x, order, 3), struct(n, n), block)
        k, n = random.choice([8, 12]), random.choice([20000, 30000])
        vectors = struct(n, k) if order == "nk" else struct(k, n)
        yield f"orthogonal_{order}", *forward(lambda w, x: orthogonal(x, order), vectors)
    for order in ("bij", "bji", "ijb"):
        size = dict(b=random.choice([24, 32]), i=random.choice([160, 200, 256]), j=random.choice([150, 192]))
        matrices, inputs, outputs = (struct(*(size[axis] for axis in axes)) for axes in (order, "bj", "bi"))
        yield f"powers_{order}", *forward(lambda w, a, x: powers(a, x, order, 3), matrices, inputs)
        yield f"powers_back_{order}", *backward(lambda w, a, x: powers(a, x, order, 1), matrices, inputs)
        yield f"conjugate_{order}", *forward(lambda w, a, x: conjugate(a, x, order, 6), matrices, outputs)
    yield "krylov", *forward(lambda w, a, x: krylov(a, x, 9), struct(900, 900), struct(900))
    yield "exponential", *forward(lambda w, a: exponential(a, 6, 3), struct(16, 80, 80))
    yield "exponential_back", *backward(lambda w, a: exponential(a, 5, 2), struct(12, 64, 64))
    yield "roots", *forward(lambda w, a: roots(a, 8), struct(160, 160))
    yield "roots_back", *backward(lambda w, a: roots(a, 4), struct(128, 128))
    yield "substituted", *forward(lambda w, a, x: substituted(a, x), struct(32, 32), struct(32, 6000))
    yield "jacobi", *forward(lambda w, a, x: jacobi(a, x, 8), struct(400, 400), struct(400, 50))
