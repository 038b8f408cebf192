"""TVM's cost model XGBModel, trained by TVM itself in build/tvm-python, or by the Python in $TVM_PYTHON."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np

LEAST = 1e-3  # scores may be negative


def python():
    """The Python with TVM; None: not installed."""
    found = Path(os.environ.get("TVM_PYTHON", "build/tvm-python/bin/python"))
    return found if found.exists() else None


def run(module, *arguments):
    """The standard output of a Python module that uses TVM."""
    environment = {**os.environ, "PYTHONPATH": "scripts"}
    done = subprocess.run([str(python()), "-m", module, *arguments], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"compare:stages: {module} failed:\n{done.stderr[-2000:]}")
    return done.stdout


def scores(training, test, seed):
    """{workload: [score of each record]} of the databases in the folder `test`: predicted throughputs, of which the fastest
    schedule of a workload in training has 1."""
    output = run("tvm_samples.cost_model", str(training), str(test), "--seed", str(seed))
    return {name: np.array(values) for name, values in json.loads(output.splitlines()[-1]).items()}


def milliseconds(score, fastest):
    """Run times of schedules of a workload whose fastest schedule in training takes `fastest` ms."""
    return fastest / np.maximum(score, LEAST)


def in_order(score):
    """Positive numbers in the order of the predicted run times, where the unit of the scores is not known."""
    return np.exp(-score)
