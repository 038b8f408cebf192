"""Loads measured programs as arrays, with the cross-validation folds that a run of `hlorank train` used."""

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
    """A program, the inputs of our networks for it, and its measured configurations.

    A slot is an output or operand whose layout can be chosen; a row is a slot with one of its layouts.

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
        """Indices of the configurations to evaluate: those that are distinct, ran with exactly the layouts that they
        specify, and have a time."""
        usable = self.arrays.get("usable", np.ones(len(self.all_times)))
        return np.flatnonzero((usable != 0) & (self.all_times > 0))

    @property
    def all_times(self):
        return self.arrays["config_runtime"]

    @cached_property
    def times(self):
        """Run times in nanoseconds of the configurations in `evaluated`."""
        return self.all_times[self.evaluated].astype(float)

    @property
    def compiler_default(self):
        """Run time in nanoseconds with the layouts that XLA chooses itself (compiler default); NaN if it was not
        measured."""
        row = int(self.arrays["automatic"])
        return float(self.all_times[row]) if row >= 0 and self.all_times[row] > 0 else np.nan

    @cached_property
    def rows(self):
        """Index of the layout of each tensor in each evaluated configuration, among all layouts of all tensors:
        [evaluated, slots]."""
        return self.arrays["row_begin"][:-1].astype(int) + self.arrays["choices"][self.evaluated]

    @cached_property
    def reference(self):
        """Index of the layout that each tensor has in the original program (configuration 0), among all layouts of all
        tensors: [slots]."""
        return self.arrays["row_begin"][:-1].astype(int) + self.arrays["choices"][0]


def npz_files(paths):
    """Finds npz files in files and folders (recursively): {program name: path}."""
    files = [f for p in map(Path, paths) for f in (sorted(p.rglob("*.npz")) if p.is_dir() else [p])]
    return {f.stem: f for f in files}


def inputs_of(npz, cache):
    """Returns the path of a file with the network inputs of a program. Writes the file if it is missing or older than
    the program or hlorank."""
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
    """Loads the programs that metrics.json of a cross-validation lists, in the order of that list."""
    files = npz_files(paths)
    programs = []
    for entry in json.loads(Path(metrics).read_text())["programs"]:
        npz = files[entry["name"]]
        program = opened(npz, cache, entry.get("family", ""), entry.get("fold", -1))
        if len(program.evaluated) != entry["configurations"]:
            raise SystemExit(f"{npz} has changed since the run of {metrics}: train again")
        programs.append(program)
    return programs
