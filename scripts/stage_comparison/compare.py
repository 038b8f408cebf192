"""`npm run compare:stages`: predictions of run times of schedules of Halide or TVM, ours compared with the compiler's own cost
model and boosted trees on the same files and splits. The same command continues an interrupted run."""

import argparse
import hashlib
import json
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
from pathlib import Path

import numpy as np
from comparison import about
from comparison.compare import Report, nan_to_none
from comparison.data import HLORANK

from stage_comparison import figures, halide_model, page, pipelines, splits, tvm_model
from stage_comparison.methods import NO_EDGES, OURS, RECORDS, RETRAINED, SHIPPED, XGB, Workplace

REPEAT = "a repeated measurement"
BOOSTED = "LightGBM"
TREES = (100, 200, 400, 800)  # numbers of trees among which LightGBM's inner cross-validation selects


def arguments():
    parser = argparse.ArgumentParser(prog="npm run compare:stages --", description=__doc__)
    parser.add_argument(
        "data", nargs="*", default=["data/halide"], help="folders of collected pipelines or workloads, packed or not (%(default)s)"
    )
    parser.add_argument(
        "-o", "--output", default="build/compare-stages", help="write predictions and comparison.json here (%(default)s)"
    )
    parser.add_argument("--markdown", help="write the page to this file (default: OUTPUT/comparison.md)")
    parser.add_argument(
        "--jobs", type=int, default=len(os.sched_getaffinity(0)), help="splits that run at once, one core each (%(default)s)"
    )
    parser.add_argument("--folds", type=int, default=3, help="folds of the split into unseen pipelines (%(default)s)")
    parser.add_argument("--seeds", type=int, default=3, help="seeds of splits and methods (%(default)s)")
    parser.add_argument(
        "--ours", action="append", metavar="OPTIONS", default=[], help="add a model with these options of hlorank train"
    )
    parser.add_argument("--train", default="", help="further options of hlorank train for all our models")
    parser.add_argument("--updates", type=int, default=halide_model.UPDATES, help="updates of Halide's weights per learning rate")
    parser.add_argument("--trees", type=int, choices=TREES, default=max(TREES), help="most trees of LightGBM (%(default)s)")
    parser.add_argument("--only", default="", help="run only methods whose name contains this text, and ours")
    parser.add_argument("--weights", type=Path, help="a .weights file instead of the one in the package of Halide")
    parser.add_argument(
        "--without-missing", action="store_true", help="skip and name peers whose packages are not installed"
    )
    return parser.parse_args()


def methods_of(options, programs, report):
    """Returns {name of the method: function}. The function takes a Workplace (the files of one split) and returns
    predictions or (predictions, settings)."""
    found, compiler = {}, programs[0].compiler
    ours = {OURS: "", NO_EDGES: "--set stage-edges=off", **{f"{OURS} {flags}": flags for flags in options.ours}}
    for name, flags in ours.items():
        found[name] = lambda place, flags=flags: place.ours(f"{options.train} {flags}")
    if compiler == pipelines.TVM and programs[0].stores:
        found[RECORDS] = lambda place: place.records_alone(options.train)
    try:
        from stage_comparison import boosting

        counts = [trees for trees in TREES if trees <= options.trees]
        found[BOOSTED] = lambda place: boosting.predict(place.pipelines, place.split, counts)
    except ModuleNotFoundError as error:
        if not options.without_missing or error.name != "lightgbm":
            raise
        report(f"{BOOSTED} is left out: lightgbm is not installed")
    found.update(peers_of(options, compiler, report))
    return {name: method for name, method in found.items() if name == OURS or options.only in name}


def peers_of(options, compiler, report):
    """Returns the methods that use the cost model of the compiler itself, Halide or TVM: {name: function}."""
    peers = {}
    if compiler == pipelines.HALIDE and options.weights:
        peers[SHIPPED] = Workplace.shipped
    name, command, method, is_installed = {
        pipelines.HALIDE: (RETRAINED, "collect:halide", Workplace.retrained, halide_model.package()),
        pipelines.TVM: (XGB, "collect:tvm", Workplace.xgb, tvm_model.python()),
    }[compiler]
    if is_installed:
        peers[name] = method
    elif options.without_missing:
        report(f"{name} is left out: {compiler} is not installed")
    else:
        raise SystemExit(f"compare:stages: {compiler} is not installed in build/{compiler.lower()}-python; see npm run {command}")
    return peers


def prepare(options, found):
    """Makes the output folder. Removes predictions there that were made from other data or by another build of hlorank.
    """
    folder = Path(options.output) / "predictions"
    folder.mkdir(parents=True, exist_ok=True)
    model = Path(HLORANK).parent / "libhlorank_model.so"
    origin = {
        "data": pipelines.fingerprint(found),
        "folds": options.folds,
        "train": options.train,
        "updates": options.updates,
        "trees": options.trees,
        "model": hashlib.sha256(model.read_bytes()).hexdigest() if model.exists() else None,
    }
    record = folder / "origin.json"
    if not record.exists() or json.loads(record.read_text()) != origin:
        for file in folder.glob("*.json"):
            file.unlink()
        record.write_text(json.dumps(origin))
    if found[0].compiler == pipelines.HALIDE and not options.weights and halide_model.package():
        options.weights = halide_model.shipped_weights(Path(options.output) / "shipped.weights")
    return folder


class Job:
    """The predictions of all methods on one split. It runs in a process of its own, so that splits run side by side and
    the processor time of a method is that of this process and its children."""

    def __init__(self, options, folder, found, methods, split):
        self.options, self.folder, self.found, self.methods, self.split = options, folder, found, methods, split

    def file_of(self, name):
        return self.folder / f"{self.split.name}-{name.replace(' ', '_')}.json"

    def run(self):
        """Writes the predictions of each method that has none yet."""
        place = None
        for name, method in self.methods.items():
            file = self.file_of(name)
            if file.exists():
                continue
            files = Path(self.options.output) / "files" / self.split.name
            place = place or Workplace(files, self.found, self.split, self.options)
            timer = Report()
            output = timer.timed(f"{self.split.name} {name}", lambda method=method, place=place: method(place))
            ms, settings = output if isinstance(output, tuple) else (output, {})
            part = file.with_suffix(".part")
            part.write_text(json.dumps({"ms": ms.tolist(), "settings": settings, "seconds": timer.seconds}))
            part.rename(file)
        if place:
            place.remove()

    def start(self):
        process = multiprocessing.get_context("fork").Process(target=self.run)
        process.start()
        return process


def run_all(jobs, at_once):
    """Runs the jobs, at most `at_once` at a time. Ends all when one fails, or when this process is interrupted."""
    # As an exception, SIGTERM ends the jobs below, and in a job the programs that it runs.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    waiting, running = list(jobs), []
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                running.append(waiting.pop(0).start())
            multiprocessing.connection.wait([process.sentinel for process in running])
            for process in [process for process in running if not process.is_alive()]:
                running.remove(process)
                if process.exitcode != 0:
                    raise SystemExit("compare:stages: stopped; the same command continues")
    finally:
        for process in running:
            while process.is_alive():  # a signal that arrives while the process starts is lost
                process.terminate()
                process.join(1)


def predictions(options, found, report):
    """Returns the predictions of every method on every split: {(kind of split, method): [one entry per seed]}. An entry
    is {"ms": [schedules of all pipelines], "settings", "seconds"}, with NaN for schedules that are not in the test
    set."""
    folder = prepare(options, found)
    methods = methods_of(options, found, report)
    starts = np.cumsum([0, *(p.count for p in found)])
    jobs = [Job(options, folder, found, methods, split) for split in splits.all_of(found, options.folds, options.seeds)]
    run_all(jobs, options.jobs)
    result = {}
    for job in jobs:
        split = job.split
        rows = np.concatenate([starts[number] + indices for number, indices in split.test.items()])
        for name in methods:
            saved = json.loads(job.file_of(name).read_text())
            seeds = result.setdefault((split.kind, name), [])
            if len(seeds) < split.seed:
                seeds.append({"ms": np.full(starts[-1], np.nan), "settings": [], "seconds": 0})
            seeds[-1]["ms"][rows] = saved["ms"]
            seeds[-1]["settings"].append(saved["settings"])
            seeds[-1]["seconds"] += sum(saved["seconds"].values())
    return result


def main():
    options, report = arguments(), Report()
    if options.jobs < 1:
        raise SystemExit("compare:stages: --jobs: expected at least 1")
    found = pipelines.load(options.data)
    if len(found) < max(options.folds, 2):
        raise SystemExit(f"compare:stages: {len(found)} pipelines, expected at least as many as folds")
    results = predictions(options, found, report)
    times = np.concatenate([p.times for p in found])
    judge = figures.Judge(times, np.repeat(np.arange(len(found)), [p.count for p in found]))
    tables = {}
    for kind in (splits.RANDOM, splits.UNSEEN):
        methods = {name: [seed["ms"] for seed in seeds] for (of, name), seeds in results.items() if of == kind}
        tested = [np.isfinite(ms) for ms in methods[OURS]]
        repeats = np.concatenate([p.repeats for p in found], axis=1)
        methods[REPEAT] = [np.where(where, again, np.nan) for where in tested for again in repeats]
        judged = {name: judge.figures(seeds) for name, seeds in methods.items()}
        for (of, name), seeds in results.items():
            if of == kind and any(setting.get("order_only") for seed in seeds for setting in seed["settings"]):
                judged[name] = figures.of_order(judged[name])
        tables[kind] = figures.table(judged, OURS)
    result = {
        "date": about.today(),
        "machine": about.processor(),
        "tools": about.tools(),
        "data": pipelines.facts(found, options.data),
        "folds": options.folds,
        "seeds": options.seeds,
        "train": options.train,
        "trees": options.trees,
        "retraining": f"{options.updates:,} updates each with learning rates {halide_model.RATES.replace(' ', ' and ')}",
        "splits": tables,
        "seconds": {kind: {} for kind in tables},
        "settings": {kind: {} for kind in tables},
    }
    for (kind, name), seeds in results.items():
        result["seconds"][kind][name] = sum(seed["seconds"] for seed in seeds)
        result["settings"][kind][name] = [setting for seed in seeds for setting in seed["settings"] if setting]
    write(options, result)


def write(options, result):
    folder = Path(options.output)
    (folder / "comparison.json").write_text(json.dumps(nan_to_none(result), indent=1) + "\n")
    target = Path(options.markdown or folder / "comparison.md")
    target.write_text(page.comparison(result))
    print(page.text(result))
    print(f"\nwritten: {folder / 'comparison.json'}, {target}")


if __name__ == "__main__":
    main()
