"""Multilayer perceptrons and autoencoders: plain, gated, maxout, highway, sines, sparse, variational, of matrices."""
import jax
import jax.numpy as jnp
from layers import backward, classified, dense, forward, indices, norm, square, struct, training


def plain(weight, x, widths, transposed=False, act=jax.nn.relu):
    for width in widths[:-1]:
        x = act(dense(weight, x, width, transposed))
    return dense(weight, x, widths[-1], transposed)


def columns(weight, x, widths):
    """Features first: x (inputs, batch), kernels on the left."""
    for width in widths:
        x = jax.nn.relu(weight(width, x.shape[0]) @ x + weight(width, 1))
    return x


def highway(weight, x, depth):
    for _ in range(depth):
        gate, y = jnp.split(dense(weight, x, 2 * x.shape[-1]), 2, -1)
        gate = jax.nn.sigmoid(gate)
        x = gate * jnp.tanh(y) + (1 - gate) * x
    return x


def maxout(weight, x, width, pieces, order):
    """The greatest of `pieces` dense layers; `order` of the axes bkf of what they give."""
    for _ in range(2):
        x = jnp.einsum(f"bi,ikf->{order}", x, weight(x.shape[-1], pieces, width)).max(order.index("k"))
    return x


def gated(weight, x):
    """SwiGLU blocks around a residual."""
    for _ in range(2):
        up, gate = (dense(weight, norm(weight, x), 3 * x.shape[-1], bias=False) for _ in range(2))
        x = x + dense(weight, up * jax.nn.silu(gate), x.shape[-1], bias=False)
    return x


def tied(weight, x, width):
    """An autoencoder whose decoder is its encoder transposed, its code kept sparse."""
    kernel = weight(x.shape[-1], width)
    code = jax.nn.relu(x @ kernel + weight(width))
    return jnp.square(code @ kernel.T - x).mean() + 0.01 * jnp.abs(code).mean()


def variational(weight, x, noise):
    mean, spread = jnp.split(plain(weight, x, (192, 2 * noise.shape[-1])), 2, -1)
    made = plain(weight, mean + jnp.exp(spread / 2) * noise, (192, x.shape[-1]))
    return jnp.square(made - x).sum(-1).mean() + (jnp.exp(spread) + mean * mean - 1 - spread).sum(-1).mean() / 2


def bilinear(weight, x, shapes, order):
    """Layers on matrices, from both sides; x in the order `order` of bij."""
    for rows, cols in shapes:
        kernels = weight(rows, x.shape[order.index("i")]), weight(x.shape[order.index("j")], cols)
        to = order.replace("i", "r").replace("j", "c")
        x = jnp.tanh(jnp.einsum(f"ri,{order},jc->{to}", kernels[0], x, kernels[1]))
    return x


def programs(random):
    for transposed in (False, True):
        b, widths = random.choice([128, 200, 256]), [random.choice([200, 256, 300]) for _ in range(3)]
        model = lambda w, x: plain(w, x, (*widths, 10), transposed)
        yield f"plain_{'io' if not transposed else 'oi'}_b{b}", *forward(model, struct(b, 300))
        yield f"train_{'io' if not transposed else 'oi'}_b{b}", *training(classified(model), struct(b, 300), indices(b))
    half = struct(200, 256, dtype=jnp.bfloat16)
    yield "back_bfloat16", *backward(lambda w, x: plain(w, x, (256, 128)), half)
    model = lambda w, x: plain(w, x, (256, 256, 64))
    yield "momentum", *training(square(model), struct(200, 256), struct(200, 64), momentum=.9)
    yield "columns_back", *backward(lambda w, x: columns(w, x, (250, 200, 150)), struct(300, 180))
    yield "highway_train", *training(square(lambda w, x: highway(w, x, 4)), struct(180, 144), struct(180, 144))
    for order in ("bkf", "kbf", "bfk"):
        yield f"maxout_back_{order}", *backward(lambda w, x: maxout(w, x, 96, 4, order), struct(200, 128))
    yield "gated", *forward(gated, struct(200, 192))
    yield "gated_train", *training(square(gated), struct(160, 128), struct(160, 128))
    yield "tied_train", *training(lambda w, x: tied(w, x, 200), struct(280, 320))
    yield "variational_train", *training(variational, struct(220, 300), struct(220, 24))
    yield "sine", *forward(lambda w, x: plain(w, x, (128, 128, 128, 3), act=jnp.sin), struct(1000, 2))
    for order in ("bij", "ibj", "jib"):
        size = dict(b=random.choice([16, 24]), i=random.choice([40, 48]), j=random.choice([50, 64]))
        model = lambda w, x: bilinear(w, x, ((64, 64), (48, 32)), order)
        yield f"bilinear_back_{order}", *backward(model, struct(*(size[axis] for axis in order)))
    deep = lambda w, x: plain(w, x, (96,) * 24 + (10,), act=lambda y: jax.nn.silu(norm(w, y)))
    yield "deep_train", *training(classified(deep), struct(64, 96), indices(64))
