"""Energy models and losses of representations: Boltzmann machines, denoising, Langevin steps, contrast, redundancy."""
import jax
import jax.numpy as jnp
from layers import backward, dense, forward, norm, struct, training


def boltzmann(weight, seen, chances, hidden, order):
    """A step of contrastive divergence; `order` of the kernel's axes vh; chances: uniform numbers to compare with."""
    size = dict(v=seen.shape[1], h=hidden)
    kernel, a, b = weight(*(size[axis] for axis in order)), weight(size["v"]), weight(hidden)
    told = jax.nn.sigmoid(jnp.einsum(f"bv,{order}->bh", seen, kernel) + b)
    fired = (told > jnp.abs(chances)).astype(seen.dtype)
    dreamt = jax.nn.sigmoid(jnp.einsum(f"bh,{order}->bv", fired, kernel) + a)
    again = jax.nn.sigmoid(jnp.einsum(f"bv,{order}->bh", dreamt, kernel) + b)
    slope = jnp.einsum(f"bv,bh->{order}", seen, told) - jnp.einsum(f"bv,bh->{order}", dreamt, again)
    return kernel + 0.1 * slope / len(seen), a + 0.1 * (seen - dreamt).mean(0), b + 0.1 * (told - again).mean(0)


def deep(weight, x, widths, act=jax.nn.silu):
    for width in widths:
        x = act(dense(weight, x, width))
    return x @ weight(widths[-1])


def langevin(weight, x, noise, widths, steps):
    """Samples roll down the energy's slope; noise: steps, batch, features."""
    kernels = [weight(a, b) for a, b in zip((x.shape[-1], *widths), (*widths, 1))]

    def energy(x):
        for kernel in kernels[:-1]:
            x = jax.nn.silu(x @ kernel)
        return (x @ kernels[-1]).sum()

    for t in range(steps):
        x = x - 0.1 * jax.grad(energy)(x) + noise[t]
    return x


def denoised(weight, x, noise, times, widths):
    """The noise in x guessed from it and from sines of the time, as in diffusion."""
    waves = times[:, None] * jnp.exp(-jnp.arange(32) / 8)
    told = jnp.concatenate([jnp.sin(waves), jnp.cos(waves)], -1)
    h = x * jnp.cos(times)[:, None] + noise * jnp.sin(times)[:, None]
    for width in widths:
        scale, move = jnp.split(dense(weight, told, 2 * width), 2, -1)
        h = jax.nn.silu(norm(weight, dense(weight, h, width)) * (1 + scale) + move)
    return jnp.square(dense(weight, h, x.shape[-1]) - noise).mean()


def contrast(weight, one, other, kind):
    """Losses on two views of a batch: InfoNCE, Barlow's twins, variance with covariance, or energies of pairs."""
    a, b = (dense(weight, jax.nn.relu(dense(weight, x, 192)), 128) for x in (one, other))
    n, d = a.shape
    if kind == "infonce":
        both = jnp.concatenate([a, b])
        both = both * jax.lax.rsqrt(jnp.square(both).sum(-1, keepdims=True) + 1e-6)
        scores = jnp.where(jnp.eye(2 * n, dtype=bool), -1e4, 5 * both @ both.T)
        return -jnp.diag(jnp.roll(jax.nn.log_softmax(scores), n, axis=1)).mean()
    if kind == "barlow":
        a, b = ((x - x.mean(0)) * jax.lax.rsqrt(x.var(0) + 1e-5) for x in (a, b))
        cross = jnp.einsum("nd,ne->de", a, b) / n
        return jnp.square(cross - jnp.eye(d)).sum()
    if kind == "vicreg":
        a, b = (x - x.mean(0) for x in (a, b))
        loss = jnp.square(a - b).mean()
        for x in (a, b):
            covariance = x.T @ x / n
            loss += jnp.square(covariance - jnp.diag(jnp.diag(covariance))).mean()
            loss += jax.nn.relu(1 - jnp.sqrt(jnp.diag(covariance) + 1e-4)).mean()
        return loss
    pairs = jnp.tanh(a[:, None] + b[None]) @ weight(d)
    return (jax.scipy.special.logsumexp(pairs, axis=1) - jnp.diag(pairs)).mean()


def ising(weight, spins, order, steps):
    """Mean fields on couplings of all pairs of three kinds; `order` of the spins' axes bnk."""
    n, k = spins.shape[order.index("n")], spins.shape[order.index("k")]
    bonds = weight(k, k, n, n)
    other = order.replace("n", "m").replace("k", "l")
    for _ in range(steps):
        spins = jnp.tanh(jnp.einsum(f"lkmn,{order}->{other}", bonds, spins) + spins)
    return spins


def programs(random):
    for order in ("vh", "hv"):
        b, v, h = random.choice([128, 200]), random.choice([256, 300]), random.choice([128, 200])
        model = lambda w, seen, chances: boltzmann(w, seen, chances, h, order)
        yield f"boltzmann_{order}", *forward(model, struct(b, v), struct(b, h))
    model = lambda w, x, y: jax.nn.softplus(deep(w, x, (160, 160)) - deep(w, y, (160, 160))).mean()
    yield "deep_train", *training(model, struct(300, 128), struct(300, 128))
    for steps in (1, 4):
        model = lambda w, x, noise: langevin(w, x, noise, (128, 128), steps)
        yield f"langevin_{steps}", *forward(model, struct(256, 128), struct(steps, 256, 128))
        yield f"langevin_back_{steps}", *backward(model, struct(200, 100), struct(steps, 200, 100))
    for widths in ((192,), (128, 128, 128)):
        model = lambda w, x, noise, times: denoised(w, x, noise, times, widths)
        yield f"denoised_train_{len(widths)}", *training(model, struct(300, 128), struct(300, 128), struct(300))
    for kind in ("infonce", "barlow", "vicreg", "pairs"):
        n = 90 if kind == "pairs" else random.choice([160, 200, 256])
        yield f"{kind}_train", *training(lambda w, a, b: contrast(w, a, b, kind), struct(n, 150), struct(n, 150))
    for order in ("bnk", "kbn", "nkb"):
        size = dict(b=random.choice([64, 80]), n=random.choice([100, 120]), k=4)
        model, spins = lambda w, x: ising(w, x, order, 3), struct(*(size[axis] for axis in order))
        yield f"ising_{order}", *forward(model, spins)
        yield f"ising_back_{order}", *backward(model, spins)
