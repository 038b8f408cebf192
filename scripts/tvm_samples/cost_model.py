"""TVM's own cost model, XGBModel on the features of PerStoreFeature: trains on workloads in one folder, and scores those in another.
Prints a JSON object {name of the workload: [score of each record]}; a higher score is faster. Example:
  python -m tvm_samples.cost_model TRAINING TEST --seed 1"""

import argparse
import json
import os
import pathlib
import sys

os.environ["TVM_NUM_THREADS"] = "1"  # must be set before the import: TVM reads it when it is loaded

from tvm.s_tir import meta_schedule

from . import database, scheduling


def load(folder):
    """Yields (name, context, candidates, results) for each database below the folder. A database has one workload; its
    records are in the order of the file."""
    for own in database.folders_below(folder):
        records = database.records(own)
        context = scheduling.context_of(records[0].workload.mod, records[0].target, 1)
        candidates = [record.as_measure_candidate() for record in records]
        results = [meta_schedule.runner.RunnerResult(record.run_secs, None) for record in records]
        yield own.name, context, candidates, results


def train(workloads, seed):
    """Trains TVM's XGBModel, with TVM's own hyperparameters, once on the records of all workloads."""
    config = meta_schedule.cost_model.xgb_model.XGBConfig(seed=seed, nthread=1)
    model = meta_schedule.cost_model.XGBModel(config=config, num_warmup_samples=0)
    workloads = list(workloads)
    for number, (_, context, candidates, results) in enumerate(workloads):
        # By its adaptive rule, XGBModel trains in `update` if the data has grown by a fifth since last_train_size. Set
        # this size so that only the last call of `update` trains.
        model.last_train_size = 0 if number + 1 == len(workloads) else sys.maxsize
        model.update(context, candidates, results)
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=pathlib.Path)
    parser.add_argument("test", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    values = parser.parse_args()
    model = train(load(values.training), values.seed)
    print(json.dumps({name: model.predict(context, all).tolist() for name, context, all, _ in load(values.test)}))


if __name__ == "__main__":
    main()
