"""Collects run times of schedules of random programs: a folder per program, each measured by a process of its own. The same
command resumes an interrupted collection."""

import argparse
import concurrent.futures
import datetime
import itertools
import json
import shlex
import signal
import statistics
import sys
import threading
import time

from . import progress, store, workers


def parser_of(command, description, families, output, programs, number, schedules, timeout):
    """Makes the parser of the options that every collection command has.

    `programs`: what the programs are called, for example "pipelines"; `number`: how many to measure by default.
    """
    parser = argparse.ArgumentParser(prog=f"npm run {command} --", description=description)
    parser.add_argument("-o", "--output", default=output, help="folder of the collection (%(default)s)")
    parser.add_argument(
        f"--{programs}",
        dest="programs",
        metavar=programs.upper(),
        type=int,
        default=number,
        help=f"stop at this number of {programs} (%(default)s)",
    )
    parser.add_argument("--schedules", type=int, default=schedules, help="different schedules of each (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help=f"random seed of {programs} and schedules (%(default)s)")
    parser.add_argument(
        "--families",
        nargs="+",
        default=families,
        choices=families,
        metavar="NAME",
        help=f"kinds of networks, in turn (all: {', '.join(families)})",
    )
    parser.add_argument("--minutes", type=float, default=0, help=f"start no more {programs} after this time (0: no limit)")
    parser.add_argument(
        "--timeout", type=float, default=timeout, help="seconds after which one of them is dropped (%(default)s)"
    )
    parser.add_argument("--window", type=float, default=0.02, help="least seconds of a measurement (%(default)s)")
    parser.add_argument("--core", type=int, default=-1, help="processor core to measure on (-1: any)")
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        help=f"{programs} in work at once; while one is measured, the others are stopped (%(default)s)",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print neither progress nor a line per program")
    return parser


def parse(parser, further=()):
    """Parses the command line and checks the values. `further`: names of options, in addition to the common ones, that
    must not be negative."""
    values = parser.parse_args()
    if (
        min(values.programs, values.workers) < 1
        or values.schedules < 2
        or values.window <= 0
        or values.timeout <= 0
        or any(getattr(values, name) < 0 for name in further)
    ):
        parser.error("expected at least 1 program and worker, at least 2 schedules, and positive times")
    return values


class Collection:
    """Measures schedules of random programs into a folder.

    `values`: the parsed options; `command`: the name of the npm script; `programs`: what programs are called in
    messages; `module`: Python module that a worker process runs; `compiler`: fields of manifest.json that describe the
    compiler, which must be the same to continue a collection; `fields`: further fields of the request to a worker.
    """

    def __init__(self, values, command, programs, module, compiler, fields=None):
        self.values, self.command, self.programs, self.fields = values, command, programs, fields or {}
        self.store = store.Store(
            values.output,
            {
                **compiler,
                "threads": 1,
                "clock": "CPU time",
                "seed": values.seed,
                "families": values.families,
                "schedules": values.schedules,
                **self.fields,
                "window": values.window,
                "machine": store.machine(),
            },
        )
        self.done = len(self.store.finished())
        self.progress = progress.Progress(programs, values.programs, self.done, values.quiet)
        self.workers = workers.Workers(module, values.timeout)
        self.lock = threading.Lock()  # protects the fields and files of this collection
        self.compiled = {}  # by index of a program in measurement: how many of its schedules are compiled
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
                "command": shlex.join(["npm", "run", self.command, "--", *sys.argv[1:]]),
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
        if self.done < self.values.programs:
            self.say(f"time limit: {self.done} of {self.values.programs} {self.programs}; the same command continues")
        self.summarise()

    def work(self):
        while (index := self.claim()) is not None:
            self.measure(index)

    def claim(self):
        """Reserves the next program to measure. Returns its index, or None if all programs are taken."""
        with self.lock:
            if (
                self.is_stopping
                or self.done + len(self.compiled) >= self.values.programs
                or time.monotonic() > self.end
            ):
                return None
            index = next(i for i in itertools.count() if i not in self.compiled and not self.store.is_done(i))
            self.compiled[index] = 0
            return index

    def measure(self, index):
        """Measures the program with this index by a worker process. Keeps the result, or the reason why the program was
        dropped."""
        begin = time.monotonic()
        reply, error = self.request(index)
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

    def request(self, index, **changed):
        """Runs a worker process for the program with this index. Returns (its last reply or None, reason of a failure).

        `changed`: fields of the request with values that differ from the usual ones.
        """
        fields = {
            "folder": str(self.store.begin(index)),
            "seed": self.values.seed,
            "index": index,
            "families": self.values.families,
            "schedules": self.values.schedules,
            "window": self.values.window,
            "core": self.values.core,
            **self.fields,
            **changed,
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

    def totals(self, pipelines):
        """Returns the field `totals` of manifest.json, sums over all programs. `pipelines`: the contents of the file
        pipeline.json of each program."""
        noise = [pipeline["noise"] for pipeline in pipelines if pipeline["noise"] is not None]
        return {
            self.programs: len(pipelines),
            "samples": sum(len(pipeline["schedules"]) for pipeline in pipelines),
            "dropped": len(self.store.manifest["dropped"]),
            "tried": sum(len(pipeline["schedules"]) + sum(pipeline["discarded"].values()) for pipeline in pipelines),
            **{
                key: sum(pipeline["discarded"][key] for pipeline in pipelines)
                for key in store.REASONS
            },
            "noise_median": statistics.median(noise) if noise else None,
            "seconds": sum(sum(pipeline["seconds"].values()) for pipeline in pipelines),
        }

    def summarise(self):
        totals = self.totals(
            [json.loads((self.store.name(index) / "pipeline.json").read_text()) for index in self.store.finished()]
        )
        self.store.manifest["totals"] = totals
        self.store.save()
        self.say(
            f"{totals['samples']} samples of {totals[self.programs]} {self.programs} in {self.values.output}; {totals['dropped']} "
            f"dropped, {totals['duplicates']} of {totals['tried']} schedules were duplicates, "
            f"median noise {100 * (totals['noise_median'] or 0):.2f} %"
        )


def collect(command, make, values):
    """Runs the collection that make(values) returns until it is complete or the user presses Ctrl-C."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        collection = make(values)
    except store.Refused as reason:
        sys.exit(f"{command}: {reason}")
    try:
        collection.run()
    except KeyboardInterrupt:
        collection.summarise()
        collection.say(
            f"stopped: {collection.done} of {collection.values.programs} {collection.programs}; the same command continues"
        )
        sys.exit(130)
    finally:
        collection.progress.clear()
