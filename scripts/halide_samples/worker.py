"""Measures one pipeline for collect.py. It is a process of its own: an error of Halide's autoscheduler can end the process.

The only argument is a JSON object with the fields of `Request`. Writes the folder of the pipeline and prints a JSON object
per line: {"done": 3} after three compiled schedules; {"compiled": true} when it waits for a line on the standard input before
it measures; at the end {"pipeline": the content of pipeline.json} or {"dropped": the reason}.
"""

import ctypes
import dataclasses
import json
import os
import pathlib
import random
import signal
import sys
import time

import numpy

from . import generator, samples, scheduling, timing


@dataclasses.dataclass
class Request:
    folder: str  # an existing empty folder
    seed: int
    index: int  # of the pipeline
    families: list  # names
    schedules: int  # stop at this number of different schedules
    beam_every: int = 16  # one schedule of this number comes from a beam search
    search: float = (
        60  # seconds for the search of the compiler default, which ends the process (SIGALRM) if it takes longer;
    )
    # 0: leave the compiler default out
    evaluations: int = 20000  # drop pipelines for which a greedy search evaluates more candidates
    passes: int = 3
    window: float = 0.02  # seconds of a pass
    limit: float = 0.25  # drop pipelines whose first run takes more seconds
    core: int = -1  # measure on this one; -1: any


# Halide prints warnings to the standard output, which has the replies: redirect it to the standard error.
replies = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


class Dropped(Exception):
    """The pipeline is not part of the collection."""


def report(**fields):
    print(json.dumps(fields), file=replies, flush=True)


def parameters(request):
    """Yields the parameters of the schedules to try: the compiler default, then random ones."""
    draws = random.Random(f"{request.seed} {request.index} schedules")
    if request.search:
        yield scheduling.COMPILER_DEFAULT
    for attempt in range(4 * request.schedules):
        is_beam = attempt % request.beam_every == request.beam_every // 2
        yield scheduling.parameters_of(draws.getrandbits(31), is_beam)


def choose(request, parameters):
    """The schedule for new Funcs of the pipeline."""
    net, output, _ = generator.build(request.seed, request.index, request.families)
    begin, is_default = time.monotonic(), parameters is scheduling.COMPILER_DEFAULT
    signal.setitimer(signal.ITIMER_REAL, request.search if is_default else 0)
    schedule = scheduling.schedule(net, output, parameters)
    signal.setitimer(signal.ITIMER_REAL, 0)
    schedule.seconds = time.monotonic() - begin
    return schedule


def try_schedule(request, runner, schedule, reference):
    """Compiles and runs a schedule: ("crashed", "wrong", "slow" or None, its output). `reference`: the right output or None.
    Sets `schedule.callable` and `schedule.first`, the seconds of a run."""
    schedule.callable = schedule.compile()
    if not runner.survives(schedule.callable, 10 * request.limit):
        return "crashed", None
    result = runner.result(schedule.callable)
    schedule.first = runner.run(schedule.callable)
    if reference is not None and timing.differs(result, reference):
        return "wrong", result
    return "slow" if schedule.first > 4 * request.limit else None, result


def sample_schedules(request, runner):
    """Schedules that differ in their features, compiled, in order of schedule_id; counts of the others."""
    found, known, counts = [], set(), {"duplicates": 0, "slow": 0, "wrong": 0, "refused": 0, "crashed": 0}
    reference = None
    probe = choose(request, scheduling.parameters_of(0, False))
    if probe.evaluations > request.evaluations:  # the search for the compiler default would take minutes
        raise Dropped(f"a greedy search evaluates {probe.evaluations} candidates")
    for values in parameters(request):
        if len(found) == request.schedules:
            break
        try:
            schedule = choose(request, values)
            if schedule.featurization in known:
                counts["duplicates"] += 1
                continue
            known.add(schedule.featurization)
            failure, result = try_schedule(request, runner, schedule, reference)
        except scheduling.hl.HalideError as error:
            if not found:
                raise Dropped(f"Halide: {error}"[:500]) from error
            counts["refused"] += 1
            continue
        if not found and failure != "crashed":
            reference = result
            if schedule.first > request.limit:
                raise Dropped(f"a run takes {schedule.first:.2f} s")
        if failure:
            counts[failure] += 1
            continue
        found.append(schedule)
        report(done=len(found))
    return found, counts


def time_schedules(request, runner, schedules):
    """Run times in ms (passes, schedules): each pass is the shortest of several runs, in random order."""
    order = list(range(len(schedules)))
    draws = random.Random(f"{request.seed} {request.index} order")
    times = numpy.zeros((request.passes, len(schedules)))
    for row in times:
        draws.shuffle(order)
        for index in order:
            runs = 4 if schedules[index].first < 0.05 else 1
            row[index] = 1e3 * runner.shortest(schedules[index].callable, runs, request.window)
    return times


def noise_of(times):
    """Median relative difference between a pass and the shortest time of its schedule."""
    return float(numpy.median(numpy.sort(times, axis=0)[1:] / times.min(axis=0) - 1)) if len(times) > 1 else None


def measure(request):
    begin = time.monotonic()
    net, output, family = generator.build(request.seed, request.index, request.families)
    runner = timing.Runner(net, output, request.index)
    schedules, counts = sample_schedules(request, runner)
    if len(schedules) < 2:
        raise Dropped("only one schedule")
    sampled = time.monotonic()
    report(compiled=True)
    sys.stdin.readline()
    if request.core >= 0:
        os.sched_setaffinity(0, [request.core])
    measuring = time.monotonic()
    times = time_schedules(request, runner, schedules)
    features = [samples.stage_features(schedule.featurization) for schedule in schedules]
    if any((pipeline != features[0][1]).any() for _, pipeline in features):
        raise Dropped("features of the pipeline differ between schedules")
    folder = pathlib.Path(request.folder)
    milliseconds = times.min(axis=0).astype("f4")
    for id, schedule in enumerate(schedules):
        data = samples.encode_sample(schedule.featurization, milliseconds[id], request.index, id)
        (folder / f"{id:04}.sample").write_bytes(data)
    (folder / "compile_log.txt").write_text(samples.structure_of(schedules[0].log))
    return {
        "pipeline_id": request.index,
        "seed": request.seed,
        "family": family,
        "operators": net.operators,
        "stages": len(features[0][0]),
        "work": net.work,
        "inputs": [{"shape": shape, "type": type} for _, shape, type in net.inputs],
        "output": {"shape": output.shape, "type": output.type},
        "compiler_default": 0
        if schedules[0].parameters["beam_size"] == scheduling.COMPILER_DEFAULT["beam_size"]
        else None,
        "schedules": [
            {
                "schedule_id": id,
                **schedule.parameters,
                "best_cost": schedule.cost,
                "search_seconds": round(schedule.seconds, 3),
                "passes_ms": [round(float(value), 6) for value in times[:, id]],
            }
            for id, schedule in enumerate(schedules)
        ],
        "noise": noise_of(times),
        "discarded": counts,
        "seconds": {"schedule_and_compile": round(sampled - begin, 3), "time": round(time.monotonic() - measuring, 3)},
    }


def end_with_parent():
    """Makes Linux end this process when collect.py is killed, before a second worker runs beside it."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def main():
    end_with_parent()
    request = Request(**json.loads(sys.argv[1]))
    scheduling.load_autoscheduler()
    try:
        report(pipeline=measure(request))
    except Dropped as reason:
        report(dropped=str(reason))


if __name__ == "__main__":
    main()
