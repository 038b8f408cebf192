def random_input(random, dtype, kind, shape, positive=False):
    """Returns a random array to run a program on: integers from 0 to 7 (valid as indices), or normally distributed
    numbers with standard deviation 0.05; if `positive`, their magnitudes.

    `random`: numpy.random.Generator; `dtype`: jax.numpy.dtype; `kind`: element type in HLO text, such as "f32".
    """
    if kind == "pred":
        return random.random(shape) < 0.5
    if kind[0] in "su":
        name = {"s": "int", "u": "uint"}[kind[0]] + kind[1:]
        return random.integers(0, 2 if kind[1:] in ("1", "2") else 8, shape).astype(dtype(name))
    names = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "c64": "complex64",
             "c128": "complex128"}
    name = names.get(kind, "float8_" + kind[2:] if kind.startswith("f8") else kind)
    real = 0.05 * random.standard_normal(shape)
    real = abs(real) if positive else real
    return (real + 0.05j * random.standard_normal(shape) if kind[0] == "c" else real).astype(dtype(name))
