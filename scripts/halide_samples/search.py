"""Searches a fast schedule for one pipeline, for tune.py. Runs as a process of its own, because an error of Halide can
end the process.

Samples random schedules and ranks them by a model and by Halide's cost. Measures in one session the best schedules by
either ranking, the schedules sampled first, and Adams2019's own choice. The only argument is a JSON object with the
fields of `Search`; prints a JSON object.
"""

import dataclasses
import json
import os
import pathlib
import random
import subprocess
import tempfile
import time

from schedule_samples import process, timing, trial

from . import generator, samples, scheduling, worker
from .timing import Runner

LONGER = "random, equal seconds"  # method: random schedules for as long as the search by the model takes


@dataclasses.dataclass
class Search(worker.Request):
    hlorank: str = ""  # path of the program hlorank
    model: str = ""  # folder of the model
    budget: int = 8  # number of schedules that each method may compile and run
    pool: int = 64  # number of random schedules to rank


def sample_pool(request):
    """Returns Adams2019's own choice and a list of distinct random schedules. The first is None if request.search is 0.
    """
    default = worker.choose(request, scheduling.COMPILER_DEFAULT) if request.search else None
    draws = random.Random(f"{request.seed} {request.index} search")
    pool, known = [], set()
    for attempt in range(2 * request.pool):
        if len(pool) == request.pool:
            break
        is_beam = attempt % request.beam_every == request.beam_every // 2
        schedule = worker.choose(request, scheduling.parameters_of(draws.getrandbits(31), is_beam))
        if schedule.featurization not in known:
            known.add(schedule.featurization)
            pool.append(schedule)
    return default, pool


def predicted_times(request, pool):
    """Times in ms that `hlorank rank` predicts for the schedules in `pool`."""
    with tempfile.TemporaryDirectory() as folder:
        for id, schedule in enumerate(pool):
            (pathlib.Path(folder) / f"{id:04}.featurization").write_bytes(schedule.featurization)
        (pathlib.Path(folder) / "compile_log.txt").write_text(samples.structure_of(pool[0].log))
        command = [request.hlorank, "rank", folder, "--model", request.model, "--json", "--top", str(len(pool))]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = sorted(json.loads(output)["configurations"], key=lambda row: row["id"])
    return [row["milliseconds"] for row in rows]


class Measured:
    """Compiles and tries each schedule at most once, even if several methods request it."""

    def __init__(self, request, runner):
        self.request, self.runner, self.reference = request, runner, None
        self.seconds, self.works = {}, {}  # by schedule: seconds to compile and try it; whether it can be timed

    def add(self, schedule):
        """Compiles and tries a schedule. Returns whether it runs and computes the same output as the first schedule."""
        if schedule not in self.works:
            begin = time.monotonic()
            try:
                failure, result = trial.try_schedule(self.request, self.runner, schedule, self.reference)
            except scheduling.hl.HalideError:
                failure, result = "refused", None
            if self.reference is None and result is not None:
                self.reference = result
            self.works[schedule], self.seconds[schedule] = failure is None, time.monotonic() - begin
        return self.works[schedule]


def search(request):
    begin = time.monotonic()
    net, output, family = generator.build(request.seed, request.index, request.families)
    runner = Runner(net, output, request.index)
    default, pool = sample_pool(request)
    ranking = time.monotonic()
    predicted = predicted_times(request, pool)
    ranking = time.monotonic() - ranking
    numbers = range(len(pool))
    orders = {
        "model": sorted(numbers, key=lambda n: predicted[n]),
        "Halide's cost": sorted(numbers, key=lambda n: pool[n].cost),
        "random": list(numbers),
    }
    measured = Measured(request, runner)
    if default:
        measured.add(default)
    tried = {name: [pool[n] for n in order[: request.budget]] for name, order in orders.items()}
    for schedules in tried.values():
        for schedule in schedules:
            measured.add(schedule)
    pool_seconds = sum(schedule.seconds for schedule in pool)
    left = pool_seconds + ranking + sum(measured.seconds[schedule] for schedule in tried["model"])
    tried[LONGER] = []
    for schedule in pool:
        measured.add(schedule)
        left -= schedule.seconds + measured.seconds[schedule]
        if left < 0 and len(tried[LONGER]) >= request.budget:
            break
        tried[LONGER].append(schedule)
    working = [schedule for schedule, works in measured.works.items() if works]
    if not working or working[0].first > request.limit:
        raise process.Dropped(f"no schedule works{runner.crash}" if not working else f"a run takes {working[0].first:.2f} s")
    if request.core >= 0:
        os.sched_setaffinity(0, [request.core])
    passes = timing.time_schedules(request, runner, working)
    times = dict(zip(working, passes.min(axis=0).tolist()))

    def described(schedules):
        """Returns for each schedule: seconds to sample it, seconds to compile and try it, and its run time in ms (null
        if the schedule failed)."""
        return [
            {
                "search_seconds": round(schedule.seconds, 3),
                "compile_seconds": round(measured.seconds[schedule], 3),
                "ms": times.get(schedule),
            }
            for schedule in schedules
        ]

    return {
        "index": request.index,
        "seed": request.seed,
        "family": family,
        "stages": len(samples.stages_of(pool[0].log)),
        "pool": len(pool),
        "pool_seconds": round(pool_seconds, 3),
        "ranking_seconds": round(ranking, 3),
        "noise": timing.noise_of(passes),
        "default": described([default])[0] if default else None,
        "tried": {name: described(schedules) for name, schedules in tried.items()},
        "seconds": round(time.monotonic() - begin, 3),
    }


if __name__ == "__main__":
    scheduling.load_autoscheduler()
    process.serve(Search, search, "search")
