"""Converts a collection between its two forms: the databases of MetaSchedule as TVM opens them, and gzipped, as hlorank
opens them too. TVM's features of the schedules are in both, as they are."""

import gzip
import json

from schedule_samples import store
from schedule_samples.packing import run

from .files import RECORDS, STORES, WORKLOADS

DATABASE = (RECORDS, WORKLOADS)
BESIDE = ("pipeline.json", STORES)


def workloads_in(source, suffix=""):
    """Returns the folders of a collection's workloads that have database files with the ending `suffix`. Raises an
    error if there are none."""
    found = sorted(path.parent for path in source.glob(f"[0-9]*/{RECORDS}{suffix}"))
    if not found:
        raise store.Refused(f"{source}: no workloads (folders with {RECORDS}{suffix})")
    return found


def pack(source, target):
    folders, count, size = workloads_in(source), 0, 0
    for folder in folders:
        for name in BESIDE:
            if not (folder / name).exists():
                raise store.Refused(f"{folder}: no {name}; is the collection complete?")
        meta = json.loads((folder / "pipeline.json").read_text())
        (target / folder.name).mkdir()
        files = {f"{name}.gz": gzip.compress((folder / name).read_bytes(), 9, mtime=0) for name in DATABASE}
        files |= {name: (folder / name).read_bytes() for name in BESIDE}
        for name, data in files.items():
            (target / folder.name / name).write_bytes(data)
            size += len(data)
        count += len(meta["schedules"])
    print(f"{count} samples of {len(folders)} workloads: {size / 1e6:.2f} MB, {size / count:.0f} bytes a sample")


def unpack(source, target):
    """Restores from a packed collection the files that `pack` read, with identical bytes."""
    for folder in workloads_in(source, ".gz"):
        (target / folder.name).mkdir()
        for name in DATABASE:
            (target / folder.name / name).write_bytes(gzip.decompress((folder / f"{name}.gz").read_bytes()))
        for name in BESIDE:
            (target / folder.name / name).write_bytes((folder / name).read_bytes())


if __name__ == "__main__":
    run("collect:tvm", __doc__, {"pack": pack, "unpack": unpack})
