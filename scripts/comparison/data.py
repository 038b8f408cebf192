"""Loads measured programs as arrays, with the cross-validation folds of a run of `hlorank train`."""

import json
import os
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

HLORANK = os.environ.get("HLORANK", "build/hlorank")


@dataclass(eq=False)
class Program:
    """A program, the inputs of our networks, and its measured configurations.

    `arrays` are those of `hlorank features PROGRAM CONFIGURATIONS`: terms [rows, 4] and slot [rows, S] of every (slot,
    layout) row, rowNode and rowValue [rows], node [nodes, F], opcode [nodes], consumer and producer [edges], choices
    [configurations, slots] and row_begin [slots + 1]. `layouts` [configurations, configurable nodes, 18] is the array of
    the npz.
    """

    name: str
    family: str
    fold: int
    arrays: dict
    layouts: np.ndarray

    @cached_property
    def evaluated(self):
        """Indices of configurations that are distinct, ran with the layouts they name, and have a time."""
        usable = self.arrays.get("usable", np.ones(len(self.all_times)))
        return np.flatnonzero((usable != 0) & (self.all_times > 0))

    @property
    def all_times(self):
        return self.arrays["config_runtime"]

    @cached_property
    def times(self):
        """Run times of the evaluated configurations in nanoseconds."""
        return self.all_times[self.evaluated].astype(float)

    @property
    def compiler_default(self):
        """Run time of the compiler default in nanoseconds; NaN where it was not measured."""
        row = int(self.arrays["automatic"])
        return float(self.all_times[row]) if row >= 0 and self.all_times[row] > 0 else np.nan

    @cached_property
    def rows(self):
        """Row of the layout table for each evaluated configuration and slot: [evaluated, slots]."""
        return self.arrays["row_begin"][:-1].astype(int) + self.arrays["choices"][self.evaluated]

    @cached_property
    def reference(self):
        """Rows of the program layouts, which are configuration 0: [slots]."""
        return self.arrays["row_begin"][:-1].astype(int) + self.arrays["choices"][0]


def npz_files(paths):
    """{name: path} of npz files; folders are searched recursively."""
    files = [f for p in map(Path, paths) for f in (sorted(p.rglob("*.npz")) if p.is_dir() else [p])]
    return {f.stem: f for f in files}


def inputs_of(npz, cache):
    """Path of the network inputs of a program; writes them when the program or hlorank is newer."""
    text = npz.with_suffix(".hlo.txt.gz")
    made = cache / npz.name
    newest = max(npz.stat().st_mtime, Path(HLORANK).stat().st_mtime)
    if not made.exists() or made.stat().st_mtime < newest:
        cache.mkdir(parents=True, exist_ok=True)
        subprocess.run([HLORANK, "features", text, npz, "-o", made], check=True)
    return made


def opened(npz, cache, family="", fold=-1):
    with np.load(inputs_of(npz, Path(cache))) as arrays, np.load(npz) as measured:
        return Program(npz.stem, family, fold, dict(arrays), measured["config_layouts"])


def family_of(name):
    return name.split("_")[0]


def load(paths, metrics, cache):
    """Loads the programs that metrics.json of a cross-validation lists, in its order."""
    files = npz_files(paths)
    programs = []
    for entry in json.loads(Path(metrics).read_text())["programs"]:
        npz = files[entry["name"]]
        program = opened(npz, cache, entry.get("family", ""), entry.get("fold", -1))
        if len(program.evaluated) != entry["configurations"]:
            raise SystemExit(f"{npz} has changed since the run of {metrics}: train again")
        programs.append(program)
    return programs
