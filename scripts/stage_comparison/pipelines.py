"""Loads measured schedules of Halide pipelines or TVM workloads. Each pipeline is a folder or a packed file."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from halide_samples import pack

from stage_comparison import tvm_workloads

HALIDE, TVM = "Halide", "TVM"
POINTS = 4  # index of the schedule feature of Halide that counts the points computed in total


@dataclass(eq=False)
class Pipeline:
    """A Halide pipeline of S stages with C measured schedules. `arrays`: the content of the .npz file that
    scripts/halide_samples/pack.py writes."""

    name: str
    arrays: dict
    compiler = HALIDE

    @property
    def count(self):
        return len(self.times)

    @cached_property
    def times(self):
        """Run times in ms, [C]: for each schedule, the shortest time among the repeated passes."""
        return self.arrays["run_time"].astype(float)

    @cached_property
    def meta(self):
        """Content of the pipeline's file pipeline.json."""
        return json.loads(self.arrays["meta"][0])

    @cached_property
    def passes(self):
        """Run times in ms of all repeated passes, sorted for each schedule with the shortest first: [passes, C]."""
        of = {row["schedule_id"]: row["passes_ms"] for row in self.meta["schedules"]}
        return np.sort([of[int(id)] for id in self.arrays["schedule_id"]], axis=1).T

    @property
    def repeats(self):
        """Run times in ms of all repeated passes except the shortest of each schedule: [passes - 1, C]."""
        return self.passes[1:]

    @property
    def schedules(self):
        """Features of each stage in each schedule: [C, S, 39]."""
        return self.arrays["schedule_features"].astype(float)

    @property
    def algorithm(self):
        """Features of each stage that do not depend on the schedule: [S, 287]."""
        return self.arrays["pipeline_features"].reshape(self.arrays["schedule_features"].shape[1], -1).astype(float)

    @property
    def points(self):
        """Number of points that each stage computes in each schedule: [C, S]."""
        return self.schedules[:, :, POINTS]

    @property
    def updates(self):
        """Number of stages that are update definitions of a Func."""
        return sum(b".update(" in name for name in self.arrays["stage_names"])

    def contents(self):
        """Yields the bytes of all features, run times and edges, from which a hash is computed."""
        for key in ("pipeline_features", "schedule_features", "run_time", "edges"):
            yield np.ascontiguousarray(self.arrays[key]).tobytes()

    def write(self, indices, folder):
        """Writes the schedules with these indices as .sample files into an existing folder."""
        arrays = dict(self.arrays)
        for key in ("schedule_features", "run_time", "best_cost", "schedule_id"):
            arrays[key] = arrays[key][indices]
        pack.unpack_pipeline(arrays, folder)


def load_halide(path):
    files = [path] if path.suffix == ".npz" else sorted(path.glob("*.npz"))
    folders = sorted(p.parent for p in [*path.glob("pipeline.json"), *path.glob("[0-9]*/pipeline.json")])
    found = [Pipeline(f.stem, dict(np.load(f))) for f in files]
    return found + [Pipeline(f.name, pack.pack_pipeline(f)) for f in folders if f.suffix != ".part"]


def load(paths):
    """Loads the complete pipelines below the paths. A folder may contain unpacked and packed pipelines."""
    found = []
    for path in map(Path, paths):
        here = tvm_workloads.load(path) or load_halide(path)
        if not here:
            raise SystemExit(f"{path}: no pipelines; expected NAME.npz, or folders with pipeline.json")
        found += here
    if len({pipeline.compiler for pipeline in found}) > 1:
        raise SystemExit("the folders have schedules of Halide and of TVM; compare them one after the other")
    for number, pipeline in enumerate(found):  # renames by index: two collections may use the same names
        pipeline.name = f"{number:04}"
        if pipeline.compiler == HALIDE:
            pipeline.arrays["pipeline_id"] = np.array([number], "i4")
    return found


def write(pipelines, selected, folder):
    """Writes the selected schedules into a folder per pipeline. `selected`: {index of the pipeline: indices of its
    schedules}."""
    for number, indices in selected.items():
        target = folder / pipelines[number].name
        target.mkdir(parents=True)
        pipelines[number].write(indices, target)


def fingerprint(pipelines):
    """Hash of all features, run times and edges of the pipelines. Detects predictions that were made from other data.
    """
    digest = hashlib.sha256()
    for pipeline in pipelines:
        for content in pipeline.contents():
            digest.update(content)
    return digest.hexdigest()


def facts(pipelines, paths):
    """Returns the facts about the data for the beginning of the report: compiler, counts, run times, processor."""
    found = {
        "compiler": pipelines[0].compiler,
        "pipelines": len(pipelines),
        "schedules": sum(p.count for p in pipelines),
        "families": len({p.meta["family"] for p in pipelines}),
        "stages": [function(len(p.algorithm) for p in pipelines) for function in (min, max)],
        "milliseconds": [float(function(function(p.times) for p in pipelines)) for function in (min, max)],
    }
    for path in map(Path, paths):
        manifest = path / "manifest.json"
        if manifest.is_file():
            content = json.loads(manifest.read_text())
            found["processor"] = content["machine"]["processor"]
            found["version"] = content[pipelines[0].compiler.lower()]
    return found
