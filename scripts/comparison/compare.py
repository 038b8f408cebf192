"""`npm run compare`: our models compared with other learners on measured programs of held-out families."""

import argparse
import json
import os
import sys
from pathlib import Path

from comparison import about, data, page, runs, search, tables
from comparison.judge import Judge, ensemble
from comparison.ridge import Ridge

OURS = ("simulated=--form simulated --members 1", "calibrated=--form calibrated")
BASELINES = ("random", "default", "auto", "analytical")
PEERS = ("ridge", "regression", "lambdarank", "graphsage", "graphsage-features")
PACKAGES = ("lightgbm", "torch", "torch_geometric")  # required by the learners that --without-missing skips


def peer(name):
    if name.startswith("graphsage"):
        from comparison.graphsage import GraphSage  # imported only here because PyTorch takes seconds to load

        return GraphSage("features" if name.endswith("features") else "layouts")
    if name == "ridge":
        return Ridge()
    from comparison.boosting import Ranker, Regression

    return {"regression": Regression, "lambdarank": Ranker}[name]()


def peers_of(options, report):
    """Yields the learners that the user requested to compare with our models (peers). With --without-missing, skips
    learners whose Python package is not installed."""
    for name in filter(None, options.peers.split(",")):
        try:
            yield peer(name)
        except ModuleNotFoundError as error:
            if not options.without_missing or error.name not in PACKAGES:
                raise
            report(f"{name} is left out: {error.name} is not installed")


def arguments():
    parser = argparse.ArgumentParser(prog="npm run compare --", description=__doc__)
    parser.add_argument("data", nargs="*", default=["data/layouts"], help="folders of measured programs, or npz files")
    parser.add_argument(
        "-o", "--output", default="build/compare",
        help="write the runs and comparison.json to this folder",
    )
    parser.add_argument(
        "--markdown", help="write the page to this file, such as docs/comparison.md (default: OUTPUT/comparison.md)"
    )
    parser.add_argument("--folds", type=int, default=5, help="folds of the cross-validation")
    parser.add_argument("--seeds", type=int, default=3, help="seeds of each learned method")
    parser.add_argument(
        "--ours",
        action="append",
        metavar="NAME=OPTIONS",
        help="one of our models: its name and options of hlorank train; the first is compared with all others",
    )
    parser.add_argument("--peers", default=",".join(PEERS), help="comma-separated peers to run (all: %(default)s)")
    parser.add_argument(
        "--without-missing", action="store_true", help="skip and name peers whose third-party packages are not installed"
    )
    return parser.parse_args()


class Report:
    """Prints progress and records the processor time of each compared method in seconds."""

    def __init__(self):
        self.seconds = {}

    def __call__(self, line):
        print(f"  {line}", file=sys.stderr, flush=True)

    def timed(self, name, work):
        before = sum(os.times()[:4])  # processor seconds of this process and its finished children
        result = work()
        self.seconds[name] = sum(os.times()[:4]) - before
        print(f"{name}: {self.seconds[name]:.0f} s", file=sys.stderr, flush=True)
        return result


def own_models(options, report):
    """Trains our models. Returns {model name: folders of its training runs, one per seed}."""
    found = {}
    for given in options.ours or OURS:
        name, _, flags = given.partition("=")
        folder = Path(options.output) / "runs" / name.replace(" ", "-")

        def train(flags=flags, folder=folder):
            seeds = range(1, options.seeds + 1)
            return [runs.cross_validate(options.data, folder / str(seed), options.folds, seed, flags) for seed in seeds]

        found[name] = report.timed(name, train)
    return found


def main():
    options, report = arguments(), Report()
    ours = own_models(options, report)
    lead = next(iter(ours))
    our_entries = runs.metrics(ours[lead][0])["programs"]
    programs = data.load(options.data, ours[lead][0] / "metrics.json", Path(options.output) / "inputs")

    judge, together, settings = Judge(programs), Judge(programs), {}
    for name, of_seeds in ours.items():
        scores = [runs.scores(run, programs) for run in of_seeds]
        judge.add_scores(name, scores)
        together.add_scores(name, ensemble(scores))
    for each in peers_of(options, report):
        scores, settings[each.name] = report.timed(
            each.name, lambda peer=each: search.cross_validate(peer, programs, options.seeds, report)
        )
        judge.add_scores(each.name, scores)
        together.add_scores(each.name, ensemble(scores))
    for name in BASELINES:
        judge.add_baseline(name, {entry["name"]: entry["baselines"][name] for entry in our_entries})

    facts = {
        "date": about.today(),
        "machine": about.processor(),
        "tools": about.tools(),
        "data": about.data(options.data, programs),
        "folds": options.folds,
        "seeds": options.seeds,
        "ours": list(options.ours or OURS),
    }
    result = {
        **facts,
        "seconds": report.seconds,
        "settings": settings,
        "methods": judge.table(lead),
        "ensembles": together.table(lead),
    }
    write(options, result, lead)


def write(options, result, lead):
    folder = Path(options.output)
    (folder / "comparison.json").write_text(json.dumps(nan_to_none(result), indent=1) + "\n")
    target = Path(options.markdown or folder / "comparison.md")
    target.write_text(page.comparison(result, lead))
    print(about.sentence(result["data"]))
    for lines in (tables.rows(result["methods"]), tables.difference_rows(result["methods"], lead)):
        print("\n" + tables.text(lines))
    print(f"\nmean scores over seeds\n{tables.text(tables.rows(result['ensembles']))}")
    print(f"\nwritten: {folder / 'comparison.json'}, {target}")


def nan_to_none(value):
    if isinstance(value, dict):
        return {k: nan_to_none(v) for k, v in value.items()}
    if isinstance(value, list):
        return [nan_to_none(v) for v in value]
    return None if isinstance(value, float) and value != value else value


if __name__ == "__main__":
    main()
