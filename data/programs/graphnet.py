"""Graph nets on dense adjacency: convolutions, attention, messages along edges, edge convolutions, pooling of nodes."""
import jax
import jax.numpy as jnp
from layers import backward, dense, forward, norm, square, struct, training


def gcn(weight, x, links, widths, order="gnf"):
    """x: graphs, nodes, features in the order `order`; links: graphs, nodes, nodes."""
    degrees = jax.lax.rsqrt(1 + jnp.abs(links).sum(-1))
    spread = degrees[:, :, None] * links * degrees[:, None, :]
    for width in widths:
        kernel = weight(x.shape[order.index("f")], width)
        mixed = jnp.einsum(f"gmn,{order},fh->{order.replace('n', 'm').replace('f', 'h')}", spread, x, kernel)
        x = jax.nn.relu(mixed)
    return x


def gat(weight, x, links, heads, order):
    """Graph attention; `order` is that of the values' axes, of nodes n, heads h and features d."""
    d = x.shape[-1] // heads
    values = jnp.einsum(f"nf,fhd->{order}", x, weight(x.shape[-1], heads, d))
    to, of = (jnp.einsum(f"{order},hd->hn", values, weight(heads, d)) for _ in range(2))
    scores = jax.nn.leaky_relu(to[:, :, None] + of[:, None, :]) + links * 10
    return jax.nn.elu(jnp.einsum(f"hmn,{order}->mhd", jax.nn.softmax(scores), values)).reshape(x.shape)


def messages(weight, x, edges, axis):
    """x: nodes, features; edges: to, from, features. Messages are summed over `axis` of (to, from)."""
    n, f = x.shape
    pair = x[:, None] @ weight(f, 48) + x[None] @ weight(f, 48) + dense(weight, edges, 48)
    total = jax.nn.silu(dense(weight, jax.nn.silu(pair), f)).sum(axis)
    edges = edges + jnp.tanh(dense(weight, pair, edges.shape[-1]))
    return x + dense(weight, jnp.concatenate([x, total], -1), f), edges


def gated(weight, x, edges):
    """An edge's kernel is a matrix made of its features: edges (features, to, from), x (features, nodes)."""
    e, f = edges.shape[0], x.shape[0]
    return jnp.tanh(jnp.einsum("emn,efh,fn->hm", edges, weight(e, f, f), x)) + x


def edge_conv(weight, x, width):
    """The greatest of functions of a node and its difference to every other: clouds, nodes, features."""
    apart = x[:, None] - x[:, :, None]
    pairs = jnp.concatenate([jnp.broadcast_to(x[:, :, None], apart.shape), apart], -1)
    return jax.nn.relu(dense(weight, jax.nn.relu(dense(weight, pairs, width)), width)).max(2)


def pooled(weight, x, links, clusters):
    """DiffPool: nodes are assigned to clusters softly."""
    shares = jax.nn.softmax(gcn(weight, x, links, [clusters]))
    x = jnp.einsum("gnc,gnf->gcf", shares, gcn(weight, x, links, [64]))
    return gcn(weight, x, jnp.einsum("gnc,gnm,gmd->gcd", shares, links, shares), [64]).mean(1)


def programs(random):
    for order in ("gnf", "gfn", "ngf"):
        size = dict(g=random.choice([4, 5, 8]), n=random.choice([128, 150, 200]), f=random.choice([50, 64, 100]))
        x, links = struct(*(size[axis] for axis in order)), struct(size["g"], size["n"], size["n"])
        model = lambda w, x, links: gcn(w, x, links, (128, 96, 64), order)
        yield f"gcn_{order}", *forward(model, x, links)
        yield f"gcn_train_{order}", *training(lambda w, x, links: jnp.sin(model(w, x, links)).sum(), x, links)
    for order in ("nhd", "hnd", "hdn"):
        n, heads = random.choice([200, 256, 310]), random.choice([4, 6, 8])
        model = lambda w, x, links: gat(w, x, links, heads, order)
        yield f"gat_{order}_n{n}", *forward(model, struct(n, 24 * heads), struct(n, n))
        if order != "nhd":
            yield f"gat_back_{order}", *backward(model, struct(n, 24 * heads), struct(n, n))
    for axis in (0, 1):
        n = random.choice([36, 45, 48])
        x, edges = struct(n, 64), struct(n, n, 20)
        yield f"messages_axis{axis}", *forward(lambda w, x, e: messages(w, x, e, axis), x, edges)
        twice = lambda w, x, e: messages(w, *messages(w, x, e, axis), axis)[0]
        if axis == 0:
            def net(w, x, e):
                for _ in range(5):
                    x, e = messages(w, norm(w, x), e, axis)
                return x

            yield "messages_train_5layers", *training(square(net), struct(30, 64), struct(30, 30, 20), struct(30, 64))
        yield f"messages_train_axis{axis}", *training(square(twice), x, edges, x)
    yield "gated_back", *backward(gated, struct(64, 150), struct(10, 150, 150))
    yield "edge_conv", *forward(lambda w, x: edge_conv(w, x, 64), struct(4, 48, 16))
    normed = lambda w, x: norm(w, edge_conv(w, x, 40))
    yield "edge_conv_train", *training(square(normed), struct(3, 40, 24), struct(3, 40, 40))
    pool = lambda w, x, links: pooled(w, x, links, 20)
    yield "pool_train", *training(square(pool), struct(8, 100, 70), struct(8, 100, 100), struct(8, 64))
