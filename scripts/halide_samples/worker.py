"""Measures one pipeline for collect.py and writes the folder of the pipeline. Runs as a process of its own, because an
error of Halide's autoscheduler can end the process."""

import dataclasses
import functools
import pathlib
import random
import signal
import time

from schedule_samples import process, timing, trial

from . import generator, samples, scheduling
from .timing import Runner


@dataclasses.dataclass
class Request(process.Request):
    beam_every: int = 16  # one in this number of schedules comes from a beam search
    search: float = (
        60  # seconds for the search of the compiler default, which ends the process (SIGALRM) if it takes longer;
    )
    # 0 leaves the compiler default out. A longer search ends the process by SIGALRM.
    evaluations: int = 20000  # pipelines for which a greedy search evaluates more candidates are dropped


def parameters(request):
    """Yields the autoscheduler's parameters for the schedules to try: the compiler default, then random schedules."""
    draws = random.Random(f"{request.seed} {request.index} schedules")
    if request.search:
        yield scheduling.COMPILER_DEFAULT
    for attempt in range(4 * request.schedules):
        is_beam = attempt % request.beam_every == request.beam_every // 2
        yield scheduling.parameters_of(draws.getrandbits(31), is_beam)


def choose(request, parameters):
    """Builds the pipeline again and returns the schedule that the autoscheduler chooses with these parameters."""
    net, output, _ = generator.build(request.seed, request.index, request.families)
    begin, is_default = time.monotonic(), parameters is scheduling.COMPILER_DEFAULT
    signal.setitimer(signal.ITIMER_REAL, request.search if is_default else 0)
    schedule = scheduling.schedule(net, output, parameters)
    signal.setitimer(signal.ITIMER_REAL, 0)
    schedule.seconds = time.monotonic() - begin
    return schedule


def sample_schedules(request, runner):
    """Returns compiled schedules that differ in their features, in order of schedule_id, and for each reason the number
    of schedules that were left out."""
    probe = choose(request, scheduling.parameters_of(0, False))
    if probe.evaluations > request.evaluations:  # searching the default takes minutes
        raise process.Dropped(f"a greedy search evaluates {probe.evaluations} candidates")
    attempts = (functools.partial(choose, request, values) for values in parameters(request))
    return trial.sample_schedules(request, runner, attempts, scheduling.hl.HalideError)


def measure(request):
    begin = time.monotonic()
    net, output, family = generator.build(request.seed, request.index, request.families)
    runner = Runner(net, output, request.index)
    schedules, counts = sample_schedules(request, runner)
    sampled = time.monotonic()
    process.wait_for_turn(request)
    measuring = time.monotonic()
    times = timing.time_schedules(request, runner, schedules)
    features = [samples.stage_features(schedule.featurization) for schedule in schedules]
    if any((pipeline != features[0][1]).any() for _, pipeline in features):
        raise process.Dropped("features of the pipeline differ between schedules")
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
        "noise": timing.noise_of(times),
        "discarded": counts,
        "seconds": {"schedule_and_compile": round(sampled - begin, 3), "time": round(time.monotonic() - measuring, 3)},
    }


if __name__ == "__main__":
    scheduling.load_autoscheduler()
    process.serve(Request, measure)
