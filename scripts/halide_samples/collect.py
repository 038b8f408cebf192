"""Collects run times of schedules of random Halide pipelines: a folder of `.sample` files per pipeline. The same command
resumes an interrupted collection."""

import argparse
import datetime
import importlib.metadata
import json
import os
import pathlib
import shlex
import signal
import statistics
import subprocess
import sys
import threading
import time

from . import progress, store
from .families import FAMILIES as FUNCTIONS

FAMILIES = list(FUNCTIONS)
PACKAGE = pathlib.Path(__file__).resolve().parent


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
    parser.add_argument("-q", "--quiet", action="store_true", help="print neither progress nor a line per pipeline")
    values = parser.parse_args()
    if values.pipelines < 1 or values.schedules < 2 or values.window <= 0 or values.timeout <= 0 or values.search < 0:
        parser.error("--pipelines must be at least 1, --schedules at least 2, times positive")
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
        self.worker = None

    def say(self, line):
        if not self.values.quiet:
            self.progress.clear()
            print(line, flush=True)

    def run(self):
        begin, index = time.monotonic(), 0
        manifest = self.store.manifest
        manifest["runs"].append(
            {
                "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
                "command": shlex.join(["npm", "run", "collect:halide", "--", *sys.argv[1:]]),
            }
        )
        self.store.save()
        while self.done < self.values.pipelines:
            if self.values.minutes and time.monotonic() - begin > 60 * self.values.minutes:
                self.say(f"time limit: {self.done} of {self.values.pipelines} pipelines; the same command continues")
                break
            if not self.store.is_done(index):
                self.measure(index)
            index += 1
        self.summarise()

    def measure(self, index):
        """Runs the worker; again without the compiler default if its search took too long or ended the process."""
        begin = time.monotonic()
        reply, error = self.request(index, self.values.search)
        if reply is None and error == "search":
            reply, error = self.request(index, 0)
        if reply and "pipeline" in reply:
            pipeline = reply["pipeline"]
            self.store.finish(index, pipeline)
            self.done += 1
            self.say(
                f"{index:04}  {pipeline['family']}, {pipeline['stages']} stages: {len(pipeline['schedules'])} schedules, "
                f"noise {100 * (pipeline['noise'] or 0):.1f} %, {time.monotonic() - begin:.0f} s"
            )
        else:
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
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "OPENBLAS_NUM_THREADS": "1"}
        # A session of its own: Ctrl-C reaches only this process, which then ends the worker.
        self.worker = subprocess.Popen(
            [sys.executable, "-m", f"{PACKAGE.name}.worker", json.dumps(fields)],
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
        log = []
        reader = threading.Thread(target=lambda: log.append(self.worker.stderr.read()), daemon=True)
        reader.start()
        late = threading.Timer(self.values.timeout, self.worker.kill)
        late.daemon = True
        late.start()
        reply = {}
        for line in self.worker.stdout:
            reply = json.loads(line)
            if "done" in reply:
                self.progress.update(
                    self.done + 0.9 * reply["done"] / self.values.schedules, f"{index:04}: schedule {reply['done']}"
                )
        code = self.worker.wait()
        reader.join()
        is_late = late.finished.is_set()
        late.cancel()
        self.worker = None
        if code == 0 and ("pipeline" in reply or "dropped" in reply):
            return reply, None
        if is_late:
            return None, f"timeout after {self.values.timeout:g} s"
        if search and not reply:
            return None, "search"
        last = [line for line in "".join(log).splitlines() if line and not line.startswith("Warning: ")][-1:]
        return None, f"worker ended with {signal.Signals(-code).name if code < 0 else code}" + "".join(
            f": {line[:300]}" for line in last
        )

    def stop(self):
        if self.worker:
            self.worker.kill()
            self.worker.wait()

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
        collection.stop()
        collection.summarise()
        collection.say(f"stopped: {collection.done} of {values.pipelines} pipelines; the same command continues")
        sys.exit(130)
    finally:
        collection.stop()
        collection.progress.clear()


if __name__ == "__main__":
    main()
