"""Compiles the pairs of programs of this folder with XLA:CPU and writes their optimized HLO.

usage: build/python/bin/python data/regressions/make.py [NAME...]
"""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def strip(text):
    """Removes what differs between machines: source files and lines, and tables of stack frames."""
    text = re.sub(r"\n(FileNames|FunctionNames|FileLocations|StackFrames)\n(?:.+\n)*", "\n", text)
    text = re.sub(r' (source_file="[^"]*"|source_(?:end_)?(?:line|column)=\d+|stack_frame_id=\d+)', "", text)
    return re.sub(r"\n{3,}", "\n\n", text)


def floats(*shape):
    import jax

    return jax.ShapeDtypeStruct(shape, "float32")


def integers(*shape):
    import jax

    return jax.ShapeDtypeStruct(shape, "int32")


def compiled(function, *arguments, layouts=None):
    """Optimized HLO of a function. `layouts`: major-to-minor order of each argument; None: row-major."""
    import jax
    from jax.experimental.layout import Format, Layout

    if layouts:
        sharding = jax.sharding.SingleDeviceSharding(jax.devices("cpu")[0])
        formats = tuple(
            Format(Layout(order or tuple(range(len(argument.shape)))), sharding)
            for argument, order in zip(arguments, layouts)
        )
        return jax.jit(function, in_shardings=formats).lower(*arguments).compile().as_text()
    return jax.jit(function).lower(*arguments).compile().as_text()


def segment_sum(side):
    """Sums rows by segment. after: the rows arrive transposed, and every element that is read starts a cache line."""
    import jax

    def run(rows, segments):
        return jax.ops.segment_sum(rows, segments, num_segments=64)

    return compiled(run, floats(4096, 128), integers(4096), layouts=[(1, 0) if side == "after" else None, None])


def convolution_in_loop(side):
    """Iterates a convolution. after: channels first, which XLA:CPU reorders in every iteration."""
    import jax

    last = side == "before"
    numbers = ("NHWC", "HWIO", "NHWC") if last else ("NCHW", "OIHW", "NCHW")
    image = floats(8, 32, 32, 16) if last else floats(8, 16, 32, 32)
    kernel = floats(3, 3, 16, 16) if last else floats(16, 16, 3, 3)

    def run(x, w):
        step = lambda _, y: jax.lax.conv_general_dilated(y, w, (1, 1), "SAME", dimension_numbers=numbers)
        return jax.lax.fori_loop(0, 24, step, x)

    return compiled(run, image, kernel)


def depthwise(side):
    """Gradient of a depthwise convolution. after: channels first."""
    import jax

    last = side == "before"
    numbers = ("NHWC", "HWIO", "NHWC") if last else ("NCHW", "OIHW", "NCHW")
    image = floats(8, 32, 32, 64) if last else floats(8, 64, 32, 32)
    kernel = floats(3, 3, 1, 64) if last else floats(64, 1, 3, 3)

    def run(x, w):
        convolve = lambda x, w: jax.lax.conv_general_dilated(
            x, w, (1, 1), "SAME", dimension_numbers=numbers, feature_group_count=64
        )
        return jax.nn.relu(convolve(x, w) * 2)

    return compiled(run, image, kernel)


def transpose_folding(side):
    """A product with a transposed matrix. after: the pass transpose-folding is off."""
    if side == "after":
        os.environ["XLA_FLAGS"] = "--xla_disable_hlo_passes=transpose-folding,dot-decomposer,layout-assignment2"

    def run(x, w):
        return x @ w.T

    return compiled(run, floats(256, 512), floats(1024, 512))


def transposed_weights(side):
    """Two layers share a weight. after: the weight arrives column-major, and the program copies it."""

    def run(x, w):
        return ((x @ w) @ w) * 0.5

    return compiled(run, floats(64, 1024), floats(1024, 1024), layouts=[None, (1, 0) if side == "after" else None])


def fusion(side):
    """A layer norm. after: the pass fusion is off, and every intermediate result goes through memory."""
    import jax.numpy as jnp

    if side == "after":
        os.environ["XLA_FLAGS"] = "--xla_disable_hlo_passes=fusion"

    def run(x, scale, shift):
        centred = x - x.mean(-1, keepdims=True)
        normal = centred / jnp.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-5)
        return jnp.tanh(normal * scale + shift)

    return compiled(run, floats(1024, 768), floats(768), floats(768))


def padding(side):
    """Attention over 100 tokens. after: the tokens are padded to 128."""
    import jax

    tokens = 100 if side == "before" else 128

    def run(q, k, v):
        return jax.nn.softmax(q @ k.swapaxes(-1, -2)) @ v

    return compiled(run, *[floats(8, tokens, 64)] * 3)


def loop_copy(side):
    """A scan over a state. after: the body also returns the old state, which the loop must then copy."""
    import jax
    import jax.numpy as jnp

    def run(state, w):
        def step(state, _):
            new = jnp.tanh(state @ w)
            return new, (state if side == "after" else None)

        return jax.lax.scan(step, state, None, length=24)

    return compiled(run, floats(128, 256), floats(256, 256))


PAIRS = [
    segment_sum,
    convolution_in_loop,
    depthwise,
    transpose_folding,
    transposed_weights,
    fusion,
    padding,
    loop_copy,
]


def main():
    if len(sys.argv) == 3 and sys.argv[2] in ("before", "after"):
        [pair] = [pair for pair in PAIRS if pair.__name__ == sys.argv[1]]
        (HERE / sys.argv[1] / f"{sys.argv[2]}.hlo.txt").write_text(strip(pair(sys.argv[2])))
        return
    for name in sys.argv[1:] or [pair.__name__ for pair in PAIRS]:
        (HERE / name).mkdir(exist_ok=True)
        for side in ("before", "after"):  # in processes of their own: XLA reads its flags once
            subprocess.run([sys.executable, __file__, name, side], check=True)
            print(f"{name}/{side}.hlo.txt")


if __name__ == "__main__":
    main()
