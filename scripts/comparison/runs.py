"""Runs `hlorank train` and reads its results."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import numpy as np

from comparison.data import HLORANK


def train(data, folder, *options):
    """Trains a model by `hlorank train` on the files and folders `data`. `options`: further arguments. Replaces `folder`,
    the run's, and returns it."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [HLORANK, "train", *map(str, data), "-o", str(folder), "-q", *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return Path(folder)


def cross_validate(data, folder, folds, seed, options):
    """Trains a model with cross-validation, one network unless `options`, further options of `hlorank train` as on its
    command line, say otherwise. Replaces `folder`, the run's, and returns it."""
    members = [] if "--members" in options else ["--members", "1"]
    return train(data, folder, "--folds", str(folds), "--seed", str(seed), *members, *shlex.split(options))


def metrics(run):
    return json.loads((run / "metrics.json").read_text())


def scores(run, programs):
    """Reads the scores that a training run gave held-out programs: {name: scores of the evaluated configurations}."""
    with np.load(run / "predictions.npz") as predictions:
        return {p.name: predictions[p.name][p.evaluated] for p in programs}
