"""BERT encoders: attention by einsums with weights shaped by heads, tokens before or after the batch."""
import jax
import jax.numpy as jnp
from layers import attention, backward, forward, indices, norm, struct, training


def project(weight, x, tokens, sizes, kernel, to):
    """x in the order `tokens` times a weight whose axes are `kernel`, sized by `sizes`."""
    return jnp.einsum(f"{tokens},{kernel}->{to}", x, weight(*(sizes[axis] for axis in kernel)))


def selves(weight, x, tokens, sizes, kernel, order="bhtd"):
    """`tokens` orders the axes btm of x, `kernel` the axes mhd of the weights."""
    q, k, v = (project(weight, x, tokens, sizes, kernel, order) for _ in "qkv")
    return project(weight, attention(q, k, v, order), order, sizes, kernel, tokens)


def layer(weight, x, tokens, sizes, kernel):
    features, hidden = tokens.index("m"), tokens.replace("m", "f")
    x = norm(weight, x + selves(weight, x, tokens, sizes, kernel), features, features)
    y = jax.nn.gelu(project(weight, x, tokens, sizes, "fm", hidden))
    return norm(weight, x + project(weight, y, hidden, sizes, "mf", tokens), features, features)


def masked_loss(weight, words, labels, depth, sizes, kernel):
    table = weight(300, sizes["m"])
    x = table[words] + weight(words.shape[1], sizes["m"]) + weight(2, sizes["m"])[words % 2]
    for _ in range(depth):
        x = layer(weight, x, "btm", sizes, kernel)
    logits = jax.nn.gelu(project(weight, x, "btm", sizes | {"f": sizes["m"]}, "mf", "btf")) @ table.T
    return -(jax.nn.log_softmax(logits) * jax.nn.one_hot(labels, 300)).mean()


def programs(random):
    def choose():
        m = random.choice([96, 120, 160])
        return dict(b=random.choice([2, 3, 5]), t=random.choice([80, 96, 115]), m=m, f=3 * m,
                    h=random.choice([4, 6, 8]), d=random.choice([16, 32]))

    def ordered(sizes, axes):
        return struct(*(sizes[axis] for axis in axes))

    for tokens, kernel in (("btm", "mhd"), ("tbm", "hmd"), ("bmt", "hdm"), ("mbt", "mdh"), ("tmb", "mhd")):
        sizes = choose()
        model = lambda w, x: layer(w, x, tokens, sizes, kernel)
        yield f"layer_{tokens}_{kernel}", *forward(model, ordered(sizes, tokens))
        if tokens in ("btm", "tbm", "bmt"):
            yield f"layer_back_{tokens}_{kernel}", *backward(model, ordered(sizes, tokens))
    for tokens, order in (("btm", "bhdt"), ("tmb", "thbd"), ("tbm", "btdh")):
        sizes = choose()
        model = lambda w, x: selves(w, x, tokens, sizes, "mhd", order)
        yield f"attention_{tokens}_{order}", *forward(model, ordered(sizes, tokens))
    for depth, kernel in ((1, "mhd"), (3, "hdm"), (6, "hmd")):
        words, sizes = indices(3, random.choice([50, 64])), dict(m=80, h=4, d=20, f=240)
        model = lambda w, x, y: masked_loss(w, x, y, depth, sizes, kernel)
        yield f"train_{kernel}_{depth}layers", *training(model, words, words)
