"""Runs the tuned program.

    python apply.py          compare the outputs of the original and the tuned program, and time both
    from apply import load   tuned = load("tuned.hlo"); outputs = tuned(*inputs)

Inputs are arrays in the order of the program's parameters; outputs are arrays in the order of its results. Use the
jax version that the program was tuned with: other versions may choose other layouts where there is no constraint.
"""
import json
import os
import pathlib

import jax
import numpy as np

from executable import compile_text, garbage_kept, run, shortest_run
from random_input import random_input

FOLDER = pathlib.Path(__file__).resolve().parent


def load(name, device=None):
    """Compiles an HLO text file of this folder. Returns a function that takes arrays and returns the list of outputs."""
    device = device or jax.devices()[0]
    executable = compile_text((FOLDER / name).read_text(), device)
    return lambda *inputs: run(executable, [jax.device_put(x, device) for x in inputs])


def pin(cores):
    """Runs this process on the CPU cores that `hlorank tune` measured on. Returns whether it can."""
    try:
        os.sched_setaffinity(0, cores)
        return os.sched_getaffinity(0) == set(cores)
    except (AttributeError, OSError):
        return False


def main():
    tuned_on = json.loads((FOLDER / "layouts.json").read_text())
    where = "device " + tuned_on["platform"]
    if tuned_on["platform"] == "cpu":  # before jax sizes its thread pools by the cores
        where = f"CPU cores {tuned_on['cores']}" if pin(tuned_on["cores"]) else "other CPU cores than hlorank tune"
    jax.config.update("jax_enable_x64", True)  # otherwise device_put converts f64 to f32
    jax.config.update("jax_cpu_enable_async_dispatch", False)
    device = jax.devices(tuned_on["platform"])[0]
    random = np.random.default_rng(tuned_on["seed"])
    inputs = [jax.device_put(random_input(random, jax.numpy.dtype, *parameter), device)
              for parameter in tuned_on["parameters"]]
    programs = [compile_text((FOLDER / name).read_text(), device) for name in ("original.hlo", "tuned.hlo")]
    difference = 0.0
    for a, b in zip(*(run(program, inputs) for program in programs)):
        a, b = (np.asarray(x).astype(np.complex128) for x in (a, b))
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        if not same.all():
            difference = max(difference, np.abs(a - b)[~same].max() / max(np.abs(a[np.isfinite(a)]).max(initial=0), 1e-30))
    print(f"largest relative difference of the outputs: {difference:.1e}")
    passes = np.zeros((21, 2))
    with garbage_kept():
        for i, times in enumerate(passes):
            for which in (0, 1) if i % 2 == 0 else (1, 0):
                times[which] = shortest_run(programs[which], inputs, seconds=0.1, runs=4)
    before, after = np.median(passes, axis=0) * 1e-6
    low, ratio, high = np.quantile(passes[:, 0] / passes[:, 1], (.25, .5, .75))
    print(f"original {before:.4g} ms, tuned {after:.4g} ms (medians of 21 passes; {where})")
    print(f"tuned is {ratio:.3f} times as fast (median of the ratios; half of the passes: {low:.3f} to {high:.3f})")


if __name__ == "__main__":
    main()
