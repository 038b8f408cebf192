#!/usr/bin/env python3
"""Writes web/src/learn/lesson4/measured.json: measured run times of layouts, and features of these layouts for a small
model.

Run it with build/python/bin/python after building build/hlorank. Reads the programs of data/measured. The features
summarise which loops the simulated compiler adds and which it removes, compared with the layouts of the original
program.
"""
import gzip
import json
import math
import pathlib
import subprocess

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
HELD_OUT = ["capsule", "gpt_fwd", "dcgan_gen", "gru_scan", "shufflenet_nchw", "mpnn_edge"]
TRAINED = [
    "attn_einsum_train", "autoenc_train", "axial_attn", "bert_mlm", "c3d", "cnn_train_nchw", "convnext_nhwc", "dlrm",
    "gcn_train", "kmeans_step", "lstm_unroll", "mlp_train", "nerf_mlp", "perceiver", "resnet_nchw", "swin_block",
]  # fmt: skip
MOST = 24  # greatest number of configurations per program; from more, takes every n-th by run time
KINDS = ["copy", "loop", "reduce"]


def ranking(name):
    path = ROOT / "data/measured" / name
    arguments = ["rank", f"{path}.hlo.txt.gz", "--configs", f"{path}.npz", "--model", ROOT / "web/public/models/simulated"]
    text = subprocess.run([ROOT / "build/hlorank", *arguments, "--top", "1000", "--json"], check=True, capture_output=True, text=True)
    return json.loads(text.stdout)["configurations"]


def features(configuration):
    """Features of a configuration. For each kind of loop there are two: log(elements × executions) of the loops that
    the compiler adds, and of those that it removes. The last feature is the number of tensors whose layout changed."""
    added = dict.fromkeys(KINDS, 0.0)
    removed = dict(added)
    for loop in configuration["loops"]:
        (added if loop["amount"] > 0 else removed)[loop["kind"]] += loop["elements"] * loop["trips"]
    sums = [math.log10(1 + each[kind]) for each in (added, removed) for kind in KINDS]
    return [round(value, 2) for value in [*sums, len(configuration["changes"]) / 10]]


def program(name, isHeldOut):
    rows = [each for each in ranking(name) if each["usable"] and "time" in each]
    rows.sort(key=lambda each: each["time"])
    count = min(MOST, len(rows))
    rows = [rows[round(i * (len(rows) - 1) / (count - 1))] for i in range(count)]
    passes = np.load(ROOT / f"data/measured/{name}.npz")["runtime_pass"]
    return {
        "name": name,
        "heldOut": isHeldOut,
        "times": [round(row["time"] * 1e6, 1) for row in rows],
        "passes": [[round(float(t) / 1000, 1) for t in passes[row["index"]][:2]] for row in rows],
        "features": [features(row) for row in rows],
    }


def main():
    programs = [program(name, False) for name in TRAINED] + [program(name, True) for name in HELD_OUT]
    text = json.dumps({"programs": programs}, separators=(",", ":"))
    (ROOT / "web/src/learn/lesson4/measured.json").write_text(text + "\n")
    print(f"{len(programs)} programs, {len(text)} bytes, {len(gzip.compress(text.encode()))} compressed")


if __name__ == "__main__":
    main()
