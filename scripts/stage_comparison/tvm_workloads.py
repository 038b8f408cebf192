"""Measured schedules of TVM workloads: a folder per workload with the database of MetaSchedule, gzipped or not."""

import gzip
import json
import subprocess
import tempfile
from functools import cached_property
from pathlib import Path

import numpy as np
from comparison.data import HLORANK

RECORDS, WORKLOAD = "database_tuning_record.json", "database_workload.json"
STORES = "store_features.npz"


def content_of(path):
    """Bytes of a file that may be gzipped."""
    zipped = path.with_name(path.name + ".gz")
    return gzip.decompress(zipped.read_bytes()) if zipped.exists() else path.read_bytes()


class Workload:
    """A workload of S blocks with C measured schedules, with the fields of pipelines.Pipeline."""

    compiler = "TVM"
    points = None  # not a feature
    updates = 0

    def __init__(self, folder):
        self.name = folder.name
        self.records = content_of(folder / RECORDS).splitlines(True)
        self.module = content_of(folder / WORKLOAD)
        self.meta = json.loads((folder / "pipeline.json").read_text())
        if len(self.records) != len(self.meta["schedules"]):
            raise SystemExit(
                f"{folder}: {len(self.records)} records and {len(self.meta['schedules'])} schedules in pipeline.json"
            )
        self.stores = self.load_stores(folder / STORES)

    def load_stores(self, path):
        """TVM's features of each schedule, of [buffers, 164]; None if they are not known."""
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
        """Run times in ms, [C]."""
        return np.array([1e3 * np.mean(json.loads(record)[1][1]) for record in self.records])

    @cached_property
    def repeats(self):
        """Times in ms of the passes that were not the shortest, the shorter first, [passes - 1, C]."""
        return np.sort([row["passes_ms"] for row in self.meta["schedules"]], axis=1).T[1:]

    @cached_property
    def arrays(self):
        """Features that our network has, by hlorank features."""
        with tempfile.TemporaryDirectory() as folder:
            self.write(range(self.count), Path(folder))
            output = Path(folder) / "features.npz"
            subprocess.run([HLORANK, "features", str(Path(folder) / RECORDS), "-o", str(output)], check=True)
            return dict(np.load(output))

    @property
    def schedules(self):
        """Features of the blocks in each schedule, [C, S, columns]."""
        return self.arrays["schedules"].astype(float)

    @property
    def algorithm(self):
        """Features of the blocks, [S, columns]."""
        return self.arrays["algorithm"].astype(float)

    def contents(self):
        """Bytes of the module, the schedules and times, and TVM's features."""
        yield self.module
        yield from self.records
        for stores in self.stores or ():
            yield stores.tobytes()

    def write(self, indices, folder):
        """Writes the selected schedules as a database of MetaSchedule, with TVM's features, into an existing folder."""
        (folder / RECORDS).write_bytes(b"".join(self.records[index] for index in indices))
        (folder / WORKLOAD).write_bytes(self.module)
        if self.stores:
            selected = [self.stores[index] for index in indices]
            rows = np.array([len(stores) for stores in selected], "i4")
            np.savez(folder / STORES, features=np.concatenate(selected), rows=rows)


def load(path):
    """The finished workloads in the folder."""
    found = sorted(file.parent for file in path.glob(f"[0-9]*/{RECORDS}*") if file.parent.suffix != ".part")
    return [Workload(folder) for folder in found]
