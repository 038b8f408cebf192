"""Runs the tuned program.

    python apply.py          compare the outputs of the original and the tuned program, and time both
    from apply import load   tuned = load("tuned.hlo"); outputs = tuned(*inputs)

Inputs are arrays in the order of the program's parameters; outputs are arrays in the order of its results. Use the
jax version that the program was tuned with: other versions may choose other layouts where there is no constraint.
"""
import json
import pathlib
import time

import jax
import numpy as np
from jaxlib import _hlo, _jax, xla_client

from random_input import random_input

FOLDER = pathlib.Path(__file__).resolve().parent


def load(name, device=None):
    """Compiles an HLO text file of this folder. Returns a function that takes arrays and returns the list of outputs."""
    device = device or jax.devices()[0]
    module = _hlo.hlo_module_from_text((FOLDER / name).read_text())
    program = _jax.mlir.hlo_to_stablehlo(module.as_serialized_hlo_module_proto())
    executable = device.client.compile_and_load(program, _jax.DeviceList((device,)), xla_client.CompileOptions())

    def run(*inputs):
        placed = [jax.device_put(x, device) for x in inputs]
        outputs = executable.execute_sharded(placed).disassemble_into_single_device_arrays()
        return [output[0] for output in outputs]

    return run


def shortest(run, inputs, seconds=0.1):
    best, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        for output in run(*inputs):
            output.block_until_ready()
        best = min(best, time.perf_counter() - begin)
    return best


def main():
    jax.config.update("jax_enable_x64", True)
    random = np.random.default_rng(1)
    parameters = json.loads((FOLDER / "layouts.json").read_text())["parameters"]
    inputs = [jax.device_put(random_input(kind, shape, random, jax.numpy.dtype)) for kind, shape in parameters]
    original, tuned = load("original.hlo"), load("tuned.hlo")
    difference = 0.0
    for a, b in zip(original(*inputs), tuned(*inputs)):
        a, b = (np.asarray(x).astype(np.complex128) for x in (a, b))
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        if not same.all():
            difference = max(difference, np.abs(a - b)[~same].max() / max(np.abs(a[np.isfinite(a)]).max(initial=0), 1e-30))
    print(f"largest relative difference of the outputs: {difference:.1e}")
    passes = [(shortest(original, inputs), shortest(tuned, inputs)) for _ in range(21)]
    before, after = np.median(passes, axis=0)
    ratio = np.median([a / b for a, b in passes])
    print(f"original {before * 1e3:.4g} ms, tuned {after * 1e3:.4g} ms: {ratio:.3f} times as fast (medians of 21 passes)")


if __name__ == "__main__":
    main()
