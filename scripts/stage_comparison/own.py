"""Our stage network, by the `hlorank` program, and Halide's cost model, which `hlorank rank --weights` computes."""

import json
import shlex
import subprocess

import numpy as np
from comparison.data import HLORANK


def train(data, folder, seed, options):
    """Trains on the pipelines in the folder `data`; `options` as on the command line of hlorank train."""
    command = [HLORANK, "train", str(data), "-o", str(folder), "--seed", str(seed), "-q", *shlex.split(options)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def ranked(data, model, weights=None):
    """Predictions for all schedules in the folder `data`: {pipeline: {field: [schedules]}}, in ms, in the order of the file
    names. Fields: `milliseconds` of the model; `halideCost` with a .weights file."""
    command = [HLORANK, "rank", str(data), "--model", str(model), "--json", "--top", "1000000"]
    if weights:
        command += ["--weights", str(weights), "--cores", "1"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = {}
    for program in map(json.loads, output.splitlines()):
        rows = sorted(program["configurations"], key=lambda row: row["index"])
        fields = ("milliseconds", "halideCost") if weights else ("milliseconds",)
        name = program["name"].split("/")[0]  # TVM: folder/workload
        found[name] = {field: np.array([row[field] for row in rows], float) for field in fields}
    return found
