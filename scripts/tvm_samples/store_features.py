"""Computes TVM's own features of schedules: writes store_features.npz beside each database below FOLDER.

`features` [buffers of all records, 164] has a row per buffer that a scheduled program writes, from MetaSchedule's
PerStoreFeature (counts and sizes as log2(x + 1)). `rows` [records] has the number of these rows for each record.
Example: npm run collect:tvm -- features FOLDER"""

import pathlib
import sys

import numpy
from tvm.s_tir import meta_schedule

from . import database
from .files import RECORDS, STORES


def write(folder, records):
    """Computes TVM's features of the records of a database and writes them into the folder of the database."""
    extractor = meta_schedule.feature_extractor.PerStoreFeature()
    stores = []
    for record in records:
        context = meta_schedule.TuneContext(target=record.target, num_threads=1)
        [array] = extractor.extract_from(context, [record.as_measure_candidate()])
        stores.append(array.numpy().astype("f4"))
    part = folder / f"{STORES}.part"
    with part.open("wb") as file:
        rows = numpy.array([len(own) for own in stores], "i4")
        numpy.savez_compressed(file, features=numpy.concatenate(stores), rows=rows)
    part.rename(folder / STORES)


def main():
    if len(sys.argv) != 2:
        raise SystemExit("usage: npm run collect:tvm -- features FOLDER")
    folders = database.folders_below(pathlib.Path(sys.argv[1]))
    if not folders:
        raise SystemExit(f"collect:tvm: {sys.argv[1]}: no {RECORDS} in it or below")
    for number, folder in enumerate(folders, 1):
        write(folder, database.records(folder))
        print(f"{folder}: {number} of {len(folders)}", flush=True)


if __name__ == "__main__":
    main()
