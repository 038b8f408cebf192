"""Measured schedules of Halide pipelines, read from a folder per pipeline or from its packed form (halide_samples.pack)."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from halide_samples import pack


@dataclass(eq=False)
class Pipeline:
    """A pipeline of S stages with C measured schedules; `arrays` are those of halide_samples.pack."""

    name: str
    arrays: dict

    @property
    def count(self):
        return len(self.times)

    @cached_property
    def times(self):
        """Run times in ms, [C]: the shortest pass of each schedule."""
        return self.arrays["run_time"].astype(float)

    @cached_property
    def meta(self):
        """Content of pipeline.json."""
        return json.loads(self.arrays["meta"][0])

    @cached_property
    def repeats(self):
        """Times in ms of the passes that were not the shortest, the shorter first, [passes - 1, C]."""
        of = {row["schedule_id"]: row["passes_ms"] for row in self.meta["schedules"]}
        return np.sort([of[int(id)] for id in self.arrays["schedule_id"]], axis=1).T[1:]


def load(paths):
    """Loads the finished pipelines below the paths. Folders may be both: unpacked and packed pipelines."""
    found = []
    for path in map(Path, paths):
        files = [path] if path.suffix == ".npz" else sorted(path.glob("*.npz"))
        folders = sorted(p.parent for p in [*path.glob("pipeline.json"), *path.glob("[0-9]*/pipeline.json")])
        found += [Pipeline(f.stem, dict(np.load(f))) for f in files]
        found += [Pipeline(f.name, pack.pack_pipeline(f)) for f in folders if f.suffix != ".part"]
        if not files and not folders:
            raise SystemExit(f"{path}: no pipelines; expected NAME.npz, or folders with pipeline.json")
    for number, pipeline in enumerate(found):  # collections may share numbers, which are names of folders below
        pipeline.name = f"{number:04}"
        pipeline.arrays["pipeline_id"] = np.array([number], "i4")
    return found


def write(pipelines, selected, folder):
    """Writes the selected schedules as a folder of samples per pipeline. `selected`: {number of the pipeline: indices}."""
    for number, indices in selected.items():
        arrays = dict(pipelines[number].arrays)
        for key in ("schedule_features", "run_time", "best_cost", "schedule_id"):
            arrays[key] = arrays[key][indices]
        target = folder / pipelines[number].name
        target.mkdir(parents=True)
        pack.unpack_pipeline(arrays, target)


def fingerprint(pipelines):
    """Hash of all features, times and edges."""
    digest = hashlib.sha256()
    for pipeline in pipelines:
        for key in ("pipeline_features", "schedule_features", "run_time", "edges"):
            digest.update(np.ascontiguousarray(pipeline.arrays[key]).tobytes())
    return digest.hexdigest()


def facts(pipelines, paths):
    """Facts for the head of the report."""
    found = {
        "pipelines": len(pipelines),
        "schedules": sum(p.count for p in pipelines),
        "families": len({p.meta["family"] for p in pipelines}),
        "stages": [function(len(p.arrays["stage_names"]) for p in pipelines) for function in (min, max)],
        "milliseconds": [float(function(function(p.times) for p in pipelines)) for function in (min, max)],
    }
    for path in map(Path, paths):
        manifest = path / "manifest.json"
        if manifest.is_file():
            content = json.loads(manifest.read_text())
            found["processor"], found["halide"] = content["machine"]["processor"], content["halide"]
    return found
