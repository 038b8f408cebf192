"""Collects run times of schedules of random Halide pipelines: a folder of `.sample` files per pipeline. The same command
resumes an interrupted collection."""

import argparse
import concurrent.futures
import datetime
import importlib.metadata
import itertools
import json
import shlex
import signal
import statistics
import sys
import threading
import time

from . import progress, store, workers
from .families import FAMILIES as FUNCTIONS

FAMILIES = list(FUNCTIONS)


def options():
    parser = argparse.ArgumentParser(prog="npm run collect:halide --", description=__doc__)
    parser.add_argument("-o", "--output", default="build/halide", help="folder of the collection (%(default)s)")
    parser.add_argument("--pipelines", type=int, default=250, help="stop at this number of pipelines (%(default)s)")
    parser.add_argument("--schedules", type=int, default=30, help="different schedules per pipeline (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of pipelines and schedules (%(default)s)")
    parser.add_argument(
        "--families",
        nargs="+",
        default=FAMILIES,
        choices=FAMILIES,
        metavar="NAME",
        help=f"kinds of networks, in turn (all: {', '.join(FAMILIES)})",
    )
    parser.add_argument("--minutes", type=float, default=0, help="start no pipeline after this time (0: no limit)")
    parser.add_argument(
        "--timeout", type=float, default=600, help="seconds after which a pipeline is dropped (%(default)s)"
    )
    parser.add_argument(
        "--search",
        type=float,
        default=60,
        help="seconds for the search of Adams2019's own choice, which is left out if it takes longer (%(default)s)",
    )
    parser.add_argument("--window", type=float, default=0.02, help="least seconds of a measurement (%(default)s)")
    parser.add_argument("--core", type=int, default=-1, help="processor core to measure on (-1: any)")
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        help="pipelines in work at once; while one is measured, the others are stopped (%(default)s)",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print neither progress nor a line per pipeline")
    values = parser.parse_args()
    if (
        min(values.pipelines, values.workers) < 1
        or values.schedules < 2
        or values.window <= 0
        or values.timeout <= 0
        or values.search < 0
    ):
        parser.error("--pipelines and --workers must be at least 1, --schedules at least 2, times positive")
    return values


class Collection:
    def __init__(self, values):
        self.values = values
        self.store = store.Store(
            values.output,
            {
                "halide": importlib.metadata.version("halide"),
                "autoscheduler": "Adams2019",
                "parallelism": 1,
                "threads": 1,
                "clock": "CPU time",
                "seed": values.seed,
                "families": values.families,
                "schedules": values.schedules,
                "search": values.search,
                "window": values.window,
                "machine": store.machine(),
            },
        )
        self.done = len(self.store.finished())
        self.progress = progress.Progress("pipelines", values.pipelines, self.done, values.quiet)
        self.workers = workers.Workers(values.timeout)
        self.lock = threading.Lock()  # of the fields and files of this collection
        self.compiled = {}  # number of a pipeline in work: its compiled schedules
        self.is_stopping = False
        self.end = time.monotonic() + 60 * values.minutes if values.minutes else float("inf")

    def say(self, line):
        if not self.values.quiet:
            self.progress.clear()
            print(line, flush=True)

    def run(self):
        manifest = self.store.manifest
        manifest["runs"].append(
            {
                "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
                "command": shlex.join(["npm", "run", "collect:halide", "--", *sys.argv[1:]]),
            }
        )
        self.store.save()
        with concurrent.futures.ThreadPoolExecutor(self.values.workers) as pool:
            try:
                tasks = [pool.submit(self.work) for _ in range(self.values.workers)]
                for task in concurrent.futures.as_completed(tasks):
                    task.result()
            finally:
                self.stop()
        if self.done < self.values.pipelines:
            self.say(f"time limit: {self.done} of {self.values.pipelines} pipelines; the same command continues")
        self.summarise()

    def work(self):
        while (index := self.claim()) is not None:
            self.measure(index)

    def claim(self):
        """Number of the next pipeline to measure; None at the end."""
        with self.lock:
            if (
                self.is_stopping
                or self.done + len(self.compiled) >= self.values.pipelines
                or time.monotonic() > self.end
            ):
                return None
            index = next(i for i in itertools.count() if i not in self.compiled and not self.store.is_done(i))
            self.compiled[index] = 0
            return index

    def measure(self, index):
        """Runs the worker; again without the compiler default if its search took too long or ended the process."""
        begin = time.monotonic()
        reply, error = self.request(index, self.values.search)
        if reply is None and error == "search" and not self.is_stopping:
            reply, error = self.request(index, 0)
        with self.lock:
            del self.compiled[index]
            if reply and "pipeline" in reply:
                pipeline = reply["pipeline"]
                self.store.finish(index, pipeline)
                self.done += 1
                self.say(
                    f"{index:04}  {pipeline['family']}, {pipeline['stages']} stages: {len(pipeline['schedules'])} schedules, "
                    f"noise {100 * (pipeline['noise'] or 0):.1f} %, {time.monotonic() - begin:.0f} s"
                )
            elif not self.is_stopping:
                reason = reply["dropped"] if reply else error
                self.store.drop(index, reason)
                self.say(f"{index:04}  dropped: {reason}")

    def request(self, index, search):
        """(last reply or None, reason of a failure). The reason is "search" if the worker ended before its first schedule."""
        fields = {
            "folder": str(self.store.begin(index)),
            "seed": self.values.seed,
            "index": index,
            "search": search,
            "families": self.values.families,
            "schedules": self.values.schedules,
            "window": self.values.window,
            "core": self.values.core,
        }
        return self.workers.run(fields, lambda done: self.show(index, done))

    def show(self, index, schedules):
        with self.lock:
            self.compiled[index] = schedules
            share = sum(self.compiled.values()) / self.values.schedules
            self.progress.update(self.done + 0.9 * share, f"{index:04}: schedule {schedules}")

    def stop(self):
        self.is_stopping = True
        self.workers.stop()

    def summarise(self):
        pipelines = [
            json.loads((self.store.name(index) / "pipeline.json").read_text()) for index in self.store.finished()
        ]
        noise = [pipeline["noise"] for pipeline in pipelines if pipeline["noise"] is not None]
        tried = sum(len(pipeline["schedules"]) + sum(pipeline["discarded"].values()) for pipeline in pipelines)
        self.store.manifest["totals"] = {
            "pipelines": len(pipelines),
            "samples": sum(len(pipeline["schedules"]) for pipeline in pipelines),
            "with_compiler_default": sum(pipeline["compiler_default"] is not None for pipeline in pipelines),
            "dropped": len(self.store.manifest["dropped"]),
            "tried": tried,
            **{
                key: sum(pipeline["discarded"][key] for pipeline in pipelines)
                for key in ("duplicates", "slow", "wrong", "refused", "crashed")
            },
            "noise_median": statistics.median(noise) if noise else None,
            "seconds": sum(sum(pipeline["seconds"].values()) for pipeline in pipelines),
        }
        self.store.save()
        totals = self.store.manifest["totals"]
        self.say(
            f"{totals['samples']} samples of {totals['pipelines']} pipelines in {self.values.output}; {totals['dropped']} dropped, "
            f"{totals['duplicates']} of {tried} schedules were duplicates, median noise {100 * (totals['noise_median'] or 0):.2f} %"
        )


def main():
    values = options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        collection = Collection(values)
    except store.Refused as reason:
        sys.exit(f"collect:halide: {reason}")
    try:
        collection.run()
    except KeyboardInterrupt:
        collection.summarise()
        collection.say(f"stopped: {collection.done} of {values.pipelines} pipelines; the same command continues")
        sys.exit(130)
    finally:
        collection.progress.clear()


if __name__ == "__main__":
    main()
