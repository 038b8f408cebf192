"""The cost model of Halide's Adams2019 autoscheduler: the weights in the PyPI package, and training with its own program.

The package is in build/halide-python, or where $HALIDE_PACKAGE says: the folder `halide` of the installed package.
"""

import os
import subprocess
from pathlib import Path

import numpy as np

SIGNATURE = bytes.fromhex("31667768030000000300000006")  # "hwf1", feature versions 3 and 3, six arrays
WEIGHTS_BYTES = 17136
UPDATES, RATES = 50_000, "0.001 0.0001"  # updates of the weights per learning rate, one per pipeline and epoch


def package():
    """Folder of the installed package; None: not installed."""
    given = os.environ.get("HALIDE_PACKAGE")
    found = [Path(given)] if given else list(Path("build/halide-python").glob("lib/python*/site-packages/halide"))
    return found[0] if found and (found[0] / "bin").is_dir() else None


def shipped_weights(target):
    """Writes the weights that the autoscheduler of the package contains to `target`."""
    library = (package() / "lib64" / "libautoschedule_adams2019.so").read_bytes()
    start = library.find(SIGNATURE)
    if start < 0:
        raise SystemExit(f"{package()}: its autoscheduler has no weights of version 3")
    target.write_bytes(library[start : start + WEIGHTS_BYTES])
    return target


def retrain(samples, initial, target, updates):
    """Trains from the weights file `initial` on all .sample files below the folder `samples` and writes `target`."""
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
    """The factor for which factor * cost has the lowest median relative error."""
    factors = np.quantile(times / np.maximum(costs, 1e-12), np.linspace(0.02, 0.98, 193))
    errors = [np.median(np.abs(factor * costs / times - 1)) for factor in factors]
    return float(factors[int(np.argmin(errors))])
