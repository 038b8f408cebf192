"""Measures one workload for collect.py and writes the folder of the workload: the MetaSchedule files
database_workload.json and database_tuning_record.json, and TVM's features of the schedules. Runs as a process of its
own, because an error of TVM can end the process."""

import os
import pathlib
import random
import time

os.environ["TVM_NUM_THREADS"] = "1"  # must be set before the import: TVM reads it when it is loaded

import numpy
import tvm
from schedule_samples import process, timing, trial
from tvm.s_tir import meta_schedule

from . import generator, scheduling, store_features

ERRORS = (RuntimeError, ValueError, TypeError)  # exceptions that TVM raises for an invalid schedule
ATTEMPTS = 6  # number of schedules to sample for each schedule to keep, because many are equal


class Runner(timing.Runner):
    """Runs the compiled schedules of a workload on inputs with uniform random numbers from -1 to 1."""

    def __init__(self, module, seed):
        random = numpy.random.default_rng(seed)
        shapes = [tuple(map(int, tensor.shape)) for tensor in meta_schedule.arg_info.ArgInfo.from_prim_func(module["main"])]
        values = [random.uniform(-1, 1, shape).astype("f4") for shape in shapes]
        self.shapes, self.tensors = shapes, [tvm.runtime.tensor(value) for value in values]
        self.zeros = numpy.zeros(shapes[-1], "f4")

    def call(self, callable):
        callable(*self.tensors)

    def result(self, callable):
        self.tensors[-1].copyfrom(self.zeros)
        self.run(callable)
        return self.tensors[-1].numpy()


def measure(request):
    begin = time.monotonic()
    module, family, work = generator.build(request.seed, request.index, request.families)
    runner, target = Runner(module, request.index), scheduling.host_target()
    draw = random.Random(f"{request.seed} {request.index} schedules").getrandbits(30) + 1
    attempts = (
        lambda schedule=schedule: schedule
        for schedule in scheduling.sample(module, target, draw, ATTEMPTS * request.schedules)
    )
    reference = runner.result(scheduling.build(module, target, None)["main"])
    schedules, counts = trial.sample_schedules(request, runner, attempts, ERRORS, reference)
    sampled = time.monotonic()
    process.wait_for_turn(request)
    measuring = time.monotonic()
    times = timing.time_schedules(request, runner, schedules)
    stages = write(pathlib.Path(request.folder), module, target, schedules, times.min(axis=0))
    return {
        "workload_id": request.index,
        "seed": request.seed,
        "family": family,
        "stages": stages,
        "work": work,
        "arguments": runner.shapes,
        "schedules": [
            {"schedule_id": id, "passes_ms": [round(float(value), 6) for value in passes]} for id, passes in enumerate(times.T)
        ],
        "noise": timing.noise_of(times),
        "discarded": counts,
        "seconds": {"schedule_and_compile": round(sampled - begin, 3), "time": round(time.monotonic() - measuring, 3)},
    }


def write(folder, module, target, schedules, milliseconds):
    """Writes the MetaSchedule database of the workload and the features of its schedules. Returns the number of blocks
    of the workload."""
    database = meta_schedule.database.JSONDatabase(work_dir=str(folder))
    workload = database.commit_workload(module)
    records = []
    for schedule, took in zip(schedules, milliseconds):
        trace, arguments = schedule.candidate.sch.trace, schedule.candidate.args_info
        records.append(meta_schedule.database.TuningRecord(trace, workload, [float(took) / 1e3], target, arguments))
        database.commit_tuning_record(records[-1])
    store_features.write(folder, records)
    schedule = tvm.s_tir.Schedule(module)
    return len(schedule.get_child_blocks(schedule.get_sblock("root")))


if __name__ == "__main__":
    process.serve(process.Request, measure)
