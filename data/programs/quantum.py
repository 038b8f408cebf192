"""Quantum circuits as einsums on state vectors: gates on pairs of qubits, layers that entangle, energies, noise."""
import jax.numpy as jnp
from layers import backward, forward, struct, training


def apart(x, start, count, gap=1):
    """States (batch, 2^n) with two qubits as axes: batch, before, qubit, between, qubit, after; or one qubit."""
    if count == 1:
        return x.reshape(len(x), 2**start, 2, -1)
    return x.reshape(len(x), 2**start, 2, 2 ** (gap - 1), 2, -1)


def turned(state, gate, start, gap=1):
    """A gate on one qubit (2, 2) or two (2, 2, 2, 2), `gap` apart, as real and imaginary parts of all."""
    single = gate[0].ndim == 2
    formula = "ij,bljr->blir" if single else "pqij,blimjr->blpmqr"
    apply = lambda part, x: jnp.einsum(formula, part, apart(x, start, 1 if single else 2, gap)).reshape(x.shape)
    (a, b), (x, y) = gate, state
    return apply(a, x) - apply(b, y), apply(a, y) + apply(b, x)


def rotation(angles):
    c, s = jnp.cos(angles), jnp.sin(angles)
    real = jnp.stack([c[0] * c[1], -s[1], s[1], c[0] * c[1]]).reshape(2, 2)
    imaginary = jnp.stack([s[0], s[2], s[2], -s[0]]).reshape(2, 2)
    return real, imaginary


def flipped(state, start, gap):
    """The second qubit is flipped where the first is one."""
    def flip(x):
        pairs = apart(x, start, 2, gap)
        return jnp.stack([pairs[:, :, 0], jnp.flip(pairs[:, :, 1], 3)], 2).reshape(x.shape)
    return tuple(flip(x) for x in state)


def circuit(weight, state, qubits, depth, gap):
    """Layers of turns of every qubit and of controlled flips of qubits `gap` apart."""
    for _ in range(depth):
        angles = weight(qubits, 3)
        for qubit in range(qubits):
            state = turned(state, rotation(angles[qubit]), qubit)
        for qubit in range(0, qubits - gap, 2):
            state = flipped(state, qubit, gap)
    return state


def bricks(weight, state, qubits, depth, gap):
    """Any matrices on pairs of qubits, as bricks in a wall."""
    for layer in range(depth):
        for qubit in range(layer % 2, qubits - gap, 2):
            state = turned(state, (weight(2, 2, 2, 2) + jnp.eye(4).reshape((2,) * 4), weight(2, 2, 2, 2)), qubit, gap)
    return state


def energy(state, qubits, field=0.5):
    """An Ising chain across a field: batch."""
    x, y = state
    total, sign = 0, jnp.array([1.0, -1.0])
    for qubit in range(qubits):
        a, b = (apart(part, qubit, 1) for part in (x, y))
        total += 2 * field * jnp.einsum("blr,blr->b", a[:, :, 0], a[:, :, 1])
        total += 2 * field * jnp.einsum("blr,blr->b", b[:, :, 0], b[:, :, 1])
        if qubit < qubits - 1:
            total += jnp.einsum("blimjr,i,j->b", apart(x * x + y * y, qubit, 2), sign, sign)
    return total


def channel(weight, density, kraus, order):
    """Noise on densities (batch, n, n), twice: a sum over Kraus operators; `order` of their axes kij."""
    size = dict(k=kraus, i=density.shape[-1], j=density.shape[-1])
    for _ in range(2):
        operators = weight(*(size[axis] for axis in order))
        other = order.replace("i", "m").replace("j", "n")
        density = jnp.einsum(f"{order},bjn,{other}->bim", operators, density, operators)
    return density


def reduced(weight, states, kept):
    """Densities of the first qubits after a turn of all: states b, 2^n."""
    parts = (states @ weight(states.shape[1], states.shape[1]).T).reshape(len(states), 2**kept, -1)
    return jnp.einsum("bix,bjx->bij", parts, parts)


def programs(random):
    def register(batch, qubits):
        return (struct(batch, 2**qubits),) * 2

    for qubits, gap, depth in ((8, 1, 1), (10, 2, 1), (6, 3, 2)):
        model, state = lambda w, x, y: circuit(w, (x, y), qubits, depth, gap), register(random.choice([32, 48]), qubits)
        yield f"circuit_{qubits}qubits", *forward(model, *state)
        if qubits < 10:
            value = lambda w, x, y: energy(model(w, x, y), qubits).sum()
            yield f"circuit_train_{qubits}qubits", *training(value, *state)
    for qubits, gap in ((7, 1), (10, 3), (9, 2)):
        model, state = lambda w, x, y: bricks(w, (x, y), qubits, 2, gap), register(2 ** (16 - qubits), qubits)
        yield f"bricks_{qubits}qubits", *forward(model, *state)
    yield "bricks_back", *backward(lambda w, x, y: bricks(w, (x, y), 7, 2, 1), *register(128, 7))
    yield "energy", *forward(lambda w, x, y: energy((x, y), 10), *register(60, 10))
    for order in ("kij", "jki", "ikj"):
        d = random.choice([64, 80])
        model = lambda w, x: channel(w, x, 6, order)
        yield f"channel_{order}", *forward(model, struct(8, d, d))
        yield f"channel_back_{order}", *backward(model, struct(6, 48, 48))
    for kept in (3, 6):
        yield f"reduced_back_{kept}", *backward(lambda w, x: reduced(w, x, kept), struct(64, 512))
