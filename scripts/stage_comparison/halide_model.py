"""The cost model of Halide's Adams2019 autoscheduler: reads the weights in the PyPI package halide, and retrains them
with the training program of that package.

The package is in build/halide-python or in $HALIDE_PACKAGE, the folder `halide` of an installed package.
"""

import os
import subprocess
from pathlib import Path

import numpy as np

SIGNATURE = bytes.fromhex("31667768030000000300000006")  # "hwf1", feature versions 3 and 3, 6 arrays
WEIGHTS_BYTES = 17136
UPDATES, RATES = 50_000, "0.001 0.0001"  # weight updates for each learning rate; one per pipeline and epoch


def package():
    """Returns the folder of the installed Python package halide, or None if it is not installed."""
    given = os.environ.get("HALIDE_PACKAGE")
    found = [Path(given)] if given else list(Path("build/halide-python").glob("lib/python*/site-packages/halide"))
    return found[0] if found and (found[0] / "bin").is_dir() else None


def shipped_weights(target):
    """Copies the weights that are embedded in the library of the autoscheduler to the file `target`."""
    library = (package() / "lib64" / "libautoschedule_adams2019.so").read_bytes()
    start = library.find(SIGNATURE)
    if start < 0:
        raise SystemExit(f"{package()}: its autoscheduler has no weights of version 3")
    target.write_bytes(library[start : start + WEIGHTS_BYTES])
    return target


def retrain(samples, initial, target, updates):
    """Trains Halide's cost model on all .sample files below the folder `samples`. Starts with the weights file
    `initial` and writes the new weights to `target`."""
    files = sorted(samples.rglob("*.sample"))
    epochs = -(-updates // len({file.parent for file in files}))
    command = [
        str(package() / "bin" / "adams2019_retrain_cost_model"),
        f"--epochs={epochs}",
        f"--rates={RATES}",
        "--num_cores=1",
        f"--initial_weights={initial}",
        f"--weights_out={target}",
        f"--best_benchmark={target}.benchmark",
        f"--best_schedule={target}.schedule",
    ]
    environment = {**os.environ, "HL_NUM_THREADS": "1"}
    names = "\n".join(map(str, files))
    subprocess.run(command, input=names, text=True, check=True, stdout=subprocess.DEVNULL, env=environment)
    return target


def best_factor(costs, times):
    """Returns the factor by which to multiply the costs, so that the median relative error of the products as
    predictions of `times` is lowest."""
    factors = np.quantile(times / np.maximum(costs, 1e-12), np.linspace(0.02, 0.98, 193))
    errors = [np.median(np.abs(factor * costs / times - 1)) for factor in factors]
    return float(factors[int(np.argmin(errors))])
