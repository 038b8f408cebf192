"""Runs `hlorank rank` to predict run times, and to compute the costs of Halide's cost model."""

import json
import subprocess

import numpy as np
from comparison.data import HLORANK


def ranked(data, model, weights=None):
    """Returns predictions for all schedules in the folder `data`: {pipeline: {field: [schedules]}}, in the order of the
    file names. Fields: `milliseconds` predicted by the model, and `halideCost` in ms if `weights` is given, a
    .weights file of Halide's cost model."""
    command = [HLORANK, "rank", str(data), "--model", str(model), "--json", "--top", "1000000"]
    if weights:
        command += ["--weights", str(weights), "--cores", "1"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = {}
    for program in map(json.loads, output.splitlines()):
        rows = sorted(program["configurations"], key=lambda row: row["index"])
        fields = ("milliseconds", "halideCost") if weights else ("milliseconds",)
        name = program["name"].split("/")[0]  # for TVM, the name is folder/workload
        found[name] = {field: np.array([row[field] for row in rows], float) for field in fields}
    return found
