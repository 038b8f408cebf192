"""TVM's own features of schedules: writes the PerStoreFeature of all workloads below FOLDER to an .npz, for each workload an array
[schedules, 3 * 164 + 1] of the sums, means and largest values over stores, and the number of stores. Example:
  python -m tvm_samples.store_features FOLDER features.npz"""

import pathlib
import sys

import numpy
from tvm.s_tir import meta_schedule

from . import cost_model


def pooled(stores):
    """One row of an array [stores, 164]."""
    return numpy.concatenate([stores.sum(0), stores.mean(0), stores.max(0), [len(stores)]])


def main():
    folder, output = map(pathlib.Path, sys.argv[1:])
    extractor = meta_schedule.feature_extractor.PerStoreFeature()
    found = {}
    for name, context, candidates, _ in cost_model.load(folder):
        features = extractor.extract_from(context, candidates)
        found[name] = numpy.stack([pooled(tensor.numpy().astype("f8")) for tensor in features])
    numpy.savez(output, **found)


if __name__ == "__main__":
    main()
