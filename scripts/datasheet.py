"""Writes programs.csv for a data set: a row per program with its size, its run times and how well they repeat.

    build/python/bin/python scripts/datasheet.py data/layouts

The folder contains a store of `hlorank collect` for each split: train, valid, test.
"""
import csv
import json
import pathlib
import sys

import numpy

COLUMNS = ["program", "family", "split", "configurable", "configurations", "twins", "auto_ms", "best_percent", "worst_percent",
           "passes_differ_percent", "tau_between_passes", "dropped_wrong", "dropped_refused", "crashes"]


def row(path):
    arrays = numpy.load(path)
    meta = json.loads(arrays["meta"][0])
    times = arrays["config_runtime"].astype(float)
    kinds = [kind.decode() for kind in arrays["kind"]]
    compiler_default = times[next(i for i, kind in enumerate(kinds) if kind in ("auto", "auto_exact"))]
    noise, failures = meta["noise"], meta["failures"]
    first = arrays["first"].astype(bool)
    percent = lambda ratio: f"{100 * (ratio - 1):.1f}"
    return [path.stem, path.stem.split("_")[0], path.parent.name, len(arrays["node_config_names"]), int(first.sum()),
            int((~first).sum()), f"{compiler_default / 1e6:.3f}", percent(times.min() / compiler_default), percent(times.max() / compiler_default),
            f"{100 * noise['spread']:.2f}", "" if noise["tau"] is None else f"{noise['tau']:.3f}",
            failures["wrong"], failures["refused"], failures["crashed"]]


def main():
    folder = pathlib.Path(sys.argv[1])
    rows = sorted(row(path) for path in folder.glob("*/*.npz"))
    with open(folder / "programs.csv", "w", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *rows])
    taus = [float(entry[10]) for entry in rows if entry[10]]
    gains = sorted(-float(entry[7]) for entry in rows)
    print(f"{len(rows)} programs of {len({entry[1] for entry in rows})} families, {sum(entry[4] for entry in rows)} configurations")
    print(f"tau between passes: mean {numpy.mean(taus):.3f}, below .7 in {sum(tau < .7 for tau in taus)}")
    print(f"best compared with the compiler default: median {numpy.median(gains):.1f} % faster, > 2 % in {sum(g > 2 for g in gains)}, "
          f"> 10 % in {sum(g > 10 for g in gains)}")


main()
