"""Loads measured schedules of TVM workloads: a folder per workload with the database of MetaSchedule. The files may be
gzipped."""

import gzip
import json
import subprocess
import tempfile
from functools import cached_property
from pathlib import Path

import numpy as np
from comparison.data import HLORANK
from tvm_samples.files import RECORDS, STORES, WORKLOADS


def content_of(path):
    """Returns the content of a file. If a file with the ending .gz exists, decompresses that instead."""
    zipped = path.with_name(path.name + ".gz")
    return gzip.decompress(zipped.read_bytes()) if zipped.exists() else path.read_bytes()


class Workload:
    """A TVM workload of S blocks with C measured schedules. Has the same attributes as pipelines.Pipeline."""

    compiler = "TVM"
    points = None  # TVM has no feature that counts computed points
    updates = 0

    def __init__(self, folder):
        self.name = folder.name
        self.records = content_of(folder / RECORDS).splitlines(True)
        self.module = content_of(folder / WORKLOADS)
        self.meta = json.loads((folder / "pipeline.json").read_text())
        if len(self.records) != len(self.meta["schedules"]):
            raise SystemExit(
                f"{folder}: {len(self.records)} records and {len(self.meta['schedules'])} schedules in pipeline.json"
            )
        self.stores = self.load_stores(folder / STORES)

    def load_stores(self, path):
        """Returns the features that TVM computes from each scheduled program, a list of arrays [buffers, 164]; None if
        the file does not exist."""
        if not path.exists():
            return None
        with np.load(path) as arrays:
            if len(arrays["rows"]) != self.count:
                raise SystemExit(f"{path}: features of {len(arrays['rows'])} records, expected {self.count}")
            return np.split(arrays["features"], np.cumsum(arrays["rows"])[:-1])

    @property
    def count(self):
        return len(self.records)

    @cached_property
    def times(self):
        """Mean run time of each schedule in ms, [C]."""
        return np.array([1e3 * np.mean(json.loads(record)[1][1]) for record in self.records])

    @cached_property
    def repeats(self):
        """Run times in ms of all repeated passes except the shortest of each schedule, in increasing order: [passes -
        1, C]."""
        return np.sort([row["passes_ms"] for row in self.meta["schedules"]], axis=1).T[1:]

    @cached_property
    def arrays(self):
        """The features that our network gets, computed by `hlorank features`."""
        with tempfile.TemporaryDirectory() as folder:
            self.write(range(self.count), Path(folder))
            output = Path(folder) / "features.npz"
            subprocess.run([HLORANK, "features", str(Path(folder) / RECORDS), "-o", str(output)], check=True)
            return dict(np.load(output))

    @property
    def schedules(self):
        """Features of each block in each schedule: [C, S, columns]."""
        return self.arrays["schedules"].astype(float)

    @property
    def algorithm(self):
        """Features of each block that do not depend on the schedule: [S, columns]."""
        return self.arrays["algorithm"].astype(float)

    def contents(self):
        """Yields the bytes of the module, the schedules with their run times, and TVM's features, from which a hash is
        computed."""
        yield self.module
        yield from self.records
        for stores in self.stores or ():
            yield stores.tobytes()

    def write(self, indices, folder):
        """Writes the schedules with these indices as a MetaSchedule database, with TVM's features, into an existing
        folder."""
        (folder / RECORDS).write_bytes(b"".join(self.records[index] for index in indices))
        (folder / WORKLOADS).write_bytes(self.module)
        if self.stores:
            selected = [self.stores[index] for index in indices]
            rows = np.array([len(stores) for stores in selected], "i4")
            np.savez(folder / STORES, features=np.concatenate(selected), rows=rows)


def load(path):
    """Loads the complete workloads in the folder."""
    found = sorted(file.parent for file in path.glob(f"[0-9]*/{RECORDS}*") if file.parent.suffix != ".part")
    return [Workload(folder) for folder in found]
