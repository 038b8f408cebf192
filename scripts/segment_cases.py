#!/usr/bin/env python3
"""Writes web/src/learn/lesson5/cases.json: memory and accuracy of training on a large graph, whole and in segments.

Run it after building build/hlorank; it takes about 15 minutes on an idle core. Trains an early-join network on the
largest synthetic program (`hlorank synth --largest`: 43,615 nodes), with 256 of 2,000 configurations per step. Accuracy
is Kendall's tau on held-out configurations, for two seeds. Memory is the peak memory of a training run without held-out
configurations, minus the peak memory of a run of 0 steps. The stored numbers are from one thread of an AMD EPYC on
Linux.
"""
import json
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = {"nodes": 43615, "configurable": 1000, "configurations": 2000, "perStep": 256, "layers": 2, "width": 32}
LOADED = ["--most", PROGRAM["configurations"], "--set", f"configurations={PROGRAM['perStep']}"]
OPTIONS = ["--form", "early", "--set", "tables=off", *LOADED]
STEPS = 60  # number of training steps; each is an epoch, because there is one program
LONG = 240
SEEDS = [1, 2]
SIZES = [0, 21808, 20000, 10000, 5000, 2000, 1000]  # nodes per segment; 0: the whole graph; 21,808: two halves
DROPOUTS = [0, 0.25, 0.5, 0.75, 1]
SIZE = 5000  # nodes per segment in the experiments with other dropout rates and with more steps


def hlorank(*arguments):
    command = ["nice", ROOT / "build/hlorank", *map(str, arguments)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        hlorank("synth", "-o", folder / "made", "--largest")
        hlorank("prepare", folder / "made/npz", "-o", folder / "store")
        data = next(folder.glob("store/**/*.prepared"))

        def train(run, *options):
            return hlorank("train", data, "-o", folder / run, *OPTIONS, *options)

        def megabytes(run, *options):
            return int(re.search(r"peak memory (\d+) MB", train(run, "--test", 0, *options))[1])

        def tau(size, dropout=0.5, steps=STEPS):
            found = []
            for seed in SEEDS:
                run = f"tau-{size}-{dropout}-{steps}-{seed}"
                train(run, "--segment", size, "--set", f"segment-dropout={dropout}", "--epochs", steps, "--seed", seed)
                found.append(round(json.loads((folder / run / "metrics.json").read_text())["mean"]["tau"], 3))
            print(size, dropout, steps, found, flush=True)
            return found

        idle = megabytes("idle", "--epochs", 0)
        sizes = []
        for size in SIZES:
            memory = megabytes(f"memory-{size}", "--segment", size, "--epochs", STEPS) - idle
            sizes.append({"size": size, "memory": memory, "tau": tau(size)})
        known = next(row["tau"] for row in sizes if row["size"] == SIZE)
        content = {
            "program": PROGRAM,
            "steps": STEPS,
            "idle": idle,
            "sizes": sizes,
            "dropouts": [{"dropout": p, "tau": known if p == 0.5 else tau(SIZE, p)} for p in DROPOUTS],
            "long": {"steps": LONG, "tau": tau(SIZE, steps=LONG)},
        }
    text = json.dumps(content, separators=(",", ":"))
    (ROOT / "web/src/learn/lesson5/cases.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
