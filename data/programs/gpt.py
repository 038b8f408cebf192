"""GPT decoders: causal attention by reshapes and transposes, heads in several orders of axes; blocks to whole nets."""
import jax
import jax.numpy as jnp
from layers import attention, backward, dense, forward, indices, norm, struct, training


def causal(weight, x, heads, order, fused):
    """x: batch, sequence, width; `order` is how queries, keys and values are kept, of the axes bthd."""
    if fused:
        qkv = jnp.split(dense(weight, x, 3 * x.shape[-1]), 3, -1)
    else:
        qkv = [dense(weight, x, x.shape[-1], transposed=True) for _ in "qkv"]
    qkv = (jnp.einsum(f"bthd->{order}", y.reshape(*x.shape[:2], heads, -1)) for y in qkv)
    past = jnp.tril(jnp.ones((x.shape[1],) * 2, bool))
    mixed = jnp.einsum(f"{order}->bthd", attention(*qkv, order=order, mask=past))
    return dense(weight, mixed.reshape(x.shape), x.shape[-1])


def mlp(weight, x, widen=4):
    return dense(weight, jax.nn.gelu(dense(weight, x, widen * x.shape[-1])), x.shape[-1])


def block(weight, x, heads, order, fused):
    x = x + causal(weight, norm(weight, x), heads, order, fused)
    return x + mlp(weight, norm(weight, x))


def loss(weight, tokens, depth, width, **options):
    words = weight(200, width)
    x = words[tokens] + weight(tokens.shape[1], width)
    for _ in range(depth):
        x = block(weight, x, **options)
    chances = jax.nn.log_softmax(norm(weight, x) @ words.T)
    return -jnp.take_along_axis(chances[:, :-1], tokens[:, 1:, None], -1).mean()


def programs(random):
    def choose(order):
        b, t, h, d = (random.choice(sizes) for sizes in ((2, 3, 4), (96, 128, 150), (3, 4, 8), (24, 32, 48)))
        return struct(b, t, h * d), dict(heads=h, order=order, fused=random.random() < .5)

    for order in ("bhtd", "bthd", "tbhd", "bhdt", "hbtd"):
        x, options = choose(order)
        yield f"block_{order}_t{x.shape[1]}", *forward(lambda w, x: block(w, x, **options), x)
    for order in ("bhtd", "btdh", "tbhd"):
        x, options = choose(order)
        yield f"causal_back_{order}_t{x.shape[1]}", *backward(lambda w, x: causal(w, x, **options), x)
    for dtype in (jnp.float32, jnp.bfloat16):
        x = struct(3, 100, 128, dtype=dtype)
        yield f"mlp_back_{x.dtype.name}", *backward(lambda w, x: x + mlp(w, norm(w, x)), x)
    for depth, order in ((1, "bthd"), (2, "bhtd"), (4, "bhtd"), (8, "tbhd")):
        options = dict(depth=depth, width=64 + 16 * (depth % 8), heads=4, order=order, fused=depth > 1)
        tokens = indices(2, random.choice([48, 64, 72]))
        yield f"train_{order}_{depth}layers", *training(lambda w, x: loss(w, x, **options), tokens)
