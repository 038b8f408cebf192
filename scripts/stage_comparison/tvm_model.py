"""Trains TVM's cost model XGBModel by TVM itself. Runs the Python in build/tvm-python or the one in $TVM_PYTHON."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np

LEAST = 1e-3  # least score to divide by, because XGBModel may predict negative scores


def python():
    """Returns the path of the Python that has TVM, or None if it is not installed."""
    found = Path(os.environ.get("TVM_PYTHON", "build/tvm-python/bin/python"))
    return found if found.exists() else None


def run(module, *arguments):
    """Runs a Python module that uses TVM, as a process of its own. Returns its standard output."""
    environment = {**os.environ, "PYTHONPATH": "scripts"}
    done = subprocess.run([str(python()), "-m", module, *arguments], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"compare:stages: {module} failed:\n{done.stderr[-2000:]}")
    return done.stdout


def scores(training, test, seed):
    """Trains on the databases in the folder `training` and predicts those in the folder `test`: {workload: [score of
    each record]}. A score is a relative throughput: the fastest schedule of a workload in training has score 1."""
    output = run("tvm_samples.cost_model", str(training), str(test), "--seed", str(seed))
    return {name: np.array(values) for name, values in json.loads(output.splitlines()[-1]).items()}


def milliseconds(score, fastest):
    """Converts relative throughputs to run times in ms. `fastest`: run time in ms of the workload's fastest schedule in
    training, whose score is 1."""
    return fastest / np.maximum(score, LEAST)


def in_order(score):
    """Converts scores to positive numbers in the order of the predicted run times, for workloads whose run times are
    not known."""
    return np.exp(-score)
