"""Runs `hlorank train` and reads its results."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import numpy as np

from comparison.data import HLORANK


def train(data, folder, folds, seed, options):
    """Trains a model with cross-validation by `hlorank train`. `options`: further arguments. Replaces
    `folder`, the run's, and returns it."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [HLORANK, "train", *map(str, data), "-o", str(folder), "--folds", str(folds), "--seed", str(seed), "-q"]
    if "--members" not in options:
        command += ["--members", "1"]
    subprocess.run(command + shlex.split(options), check=True, stdout=subprocess.DEVNULL)
    return Path(folder)


def metrics(run):
    return json.loads((run / "metrics.json").read_text())


def scores(run, programs):
    """Reads the scores that a training run gave held-out programs: {name: scores of the evaluated configurations}."""
    with np.load(run / "predictions.npz") as predictions:
        return {p.name: predictions[p.name][p.evaluated] for p in programs}
