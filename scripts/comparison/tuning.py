"""`npm run compare:tune`: measures how soon the search of `hlorank tune` and its peers find the fast layouts.

Every search runs on recorded times of programs whose layouts were measured before.
"""

import argparse
import importlib.util
import json
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np

from comparison import about, data, page, plot, runs, tables
from comparison.bootstrap import Bootstrap
from comparison.compare import Report, nan_to_none

OURS = {"model": "hlorank tune", "order": "model ranking only", "climb": "hill climbing", "random": "random"}
BOOSTED = "LightGBM"
CALIBRATED = "hlorank tune, calibrated"
METHODS = ("hlorank tune", CALIBRATED, BOOSTED, "model ranking only", "hill climbing", "random")
MEMBERS = ("--members", "3")  # networks per model, of both forms
COUNTS = (1, 2, 4, 8, 16, 32, 64)
LEAST_GAIN = 0.02  # skips programs that gain less than 2 % by layouts, which is within the noise
ENOUGH = 0.95  # fraction of the best known gain at which a search counts as successful
NOISE = 1.005  # times up to this factor above the best time count as the best


def arguments():
    parser = argparse.ArgumentParser(prog="npm run compare:tune --", description=__doc__)
    parser.add_argument(
        "data", nargs="*", default=["data/layouts/valid", "data/layouts/test"],
        help="folders that `hlorank collect` wrote, with the programs to search",
    )
    parser.add_argument("--layouts", default="data/layouts", help="data set with train/ and valid/ to train on")
    parser.add_argument(
        "-o", "--output", default="build/compare-tune",
        help="write the models and tuning.json to this folder",
    )
    parser.add_argument(
        "--markdown",
        help="write the page to this file, such as docs/tuning.md (default: OUTPUT/tuning.md)",
    )
    parser.add_argument(
        "--plot",
        help="write the curves to this file, such as docs/tuning.svg (default: OUTPUT/tuning.svg)",
    )
    parser.add_argument("--train", default="", help="further options of hlorank train for all our models")
    parser.add_argument("--seeds", type=int, default=10, help="seeds of each search")
    parser.add_argument("--least", type=int, default=40, help="skip programs with fewer configurations")
    parser.add_argument("--without-missing", action="store_true", help="skip LightGBM when it is not installed")
    return parser.parse_args()


def main():
    options, report = arguments(), Report()
    with_boosted = importlib.util.find_spec("lightgbm") is not None or not options.without_missing
    if not with_boosted:
        report(f"{BOOSTED} is left out: lightgbm is not installed")
    folder, layouts = Path(options.output), Path(options.layouts)
    validation = {data.family_of(name) for name in data.npz_files([layouts / "valid"])}
    files = data.npz_files(options.data)
    programs = {name: data.opened(f, folder / "pools", data.family_of(name)) for name, f in files.items()}
    # Use models that have not seen the families of the searched programs: for programs of the split valid, models
    # trained on train; for others, models trained on train and valid.
    splits = {
        "test": ([layouts / "train", layouts / "valid"], lambda family: family not in validation),
        "valid": ([layouts / "train"], lambda family: family in validation),
    }
    result = {
        "date": about.today(),
        "machine": about.processor(),
        "tools": about.tools(),
        "seeds": options.seeds,
        "train": options.train,
        "least": options.least,
        "counts": COUNTS,
        "splits": {},
    }
    for split, (training, belongs) in splits.items():
        selected = [p for p in programs.values() if belongs(p.family) and len(p.evaluated) >= options.least]
        if not selected:
            continue
        starts = {p.name: start_of(p, files[p.name]) for p in selected}
        traces = {}
        if with_boosted:
            traces[BOOSTED] = boosted(training, [p for p in selected if is_rewarding(p)], starts, options, report)
        pools = [files[p.name] for p in selected]
        further = [*MEMBERS, *shlex.split(options.train)]
        model = runs.train(training, folder / f"for-{split}", *further)
        for strategy, name in OURS.items():
            traces[name] = replayed(strategy, model, pools, options.seeds)
        calibrated = runs.train(training, folder / f"for-{split}-calibrated", *further, "--form", "calibrated")
        traces[CALIBRATED] = replayed("model", calibrated, pools, options.seeds)
        result["splits"][split] = {
            "data": about.data(options.data, selected),
            **figures({name: traces[name] for name in METHODS if name in traces}, selected, starts),
        }
    write(options, result)


def replayed(strategy, model, files, seeds):
    """Simulates the search of `hlorank tune` on recorded times. Returns for each program and seed the times in the
    order of measurement: {program: [[time]]}."""
    command = [data.HLORANK, "replay", *map(str, files), "--model", str(model), "--strategy", strategy]
    lines = subprocess.run([*command, "--seeds", str(seeds), "--json", "-q"], check=True, capture_output=True).stdout
    traces = {}
    for line in map(json.loads, lines.splitlines()):
        traces.setdefault(line["program"], []).append(np.array(line["times"]))
    return traces


def start_of(program, npz):
    """Returns two lists of indices of configurations: those whose time is known at the start of a search, and those
    that a search measures first."""
    with np.load(npz) as measured:
        kinds = [kind.decode() for kind in measured["kind"][program.evaluated]]
    free = [i for i, kind in enumerate(kinds) if kind == "auto_exact"]
    return free, [kinds.index(kind) for kind in ("default", "auto_written") if kind in kinds]


def boosted(training, programs, starts, options, report):
    """Simulates the search by LightGBM on recorded times. Returns for each program and seed the times in the order of
    measurement: {program: [[time]]}."""
    from comparison.boosted_search import BoostedSearch

    cache = Path(options.output) / "training"
    known = [data.opened(f, cache, data.family_of(name)) for name, f in data.npz_files(training).items()]
    search = report.timed(BOOSTED, lambda: BoostedSearch(known))
    traces = {}
    for program in programs:
        report(f"{BOOSTED}: {program.name}")
        free, first = starts[program.name]
        orders = [search.replay(program, free + first, seed) for seed in range(options.seeds)]
        traces[program.name] = [program.times[order[len(free) :]] for order in orders]
    return traces


def figures(traces, programs, starts):
    """Summarises searches as means with bootstrap intervals over families. Uses only programs that gain more than
    LEAST_GAIN by their layouts. `traces`: for each program and seed, the times in the order of measurement."""
    rewarding = [p for p in programs if is_rewarding(p)]
    best = {p.name: p.times.min() for p in rewarding}

    def reached(times, program):
        """Returns, after each measurement, the fraction reached of the best known gain over the compiler default."""
        so_far = np.minimum.accumulate(times)
        return np.maximum(program.compiler_default / so_far - 1, 0) / (program.compiler_default / best[program.name] - 1)

    def until(times, program):
        """Number of measurements until the search has reached ENOUGH of the best known gain."""
        enough = (reached(times, program) >= ENOUGH) | (np.minimum.accumulate(times) <= NOISE * best[program.name])
        return 1 + int(np.argmax(enough))

    def at_once(program):
        _, first = starts[program.name]
        return until(np.append(program.times[first], best[program.name]), program) <= len(first)

    left = [p for p in rewarding if not at_once(p)]
    everywhere, searched = (Bootstrap([p.family for p in of]) for of in (rewarding, left))
    random = np.array([np.mean([until(t, p) for t in traces["random"][p.name]]) for p in left])
    methods = {}
    for name, of in traces.items():
        shares = [np.mean([padded(reached(t, p)) for t in of[p.name]], 0) for p in rewarding]
        gains = [share * (p.compiler_default / best[p.name] - 1) for share, p in zip(shares, rewarding)]
        counts = np.array([np.mean([until(t, p) for t in of[p.name]]) for p in left])
        ratio = interval(searched, np.log(counts / random))
        methods[name] = {
            "share": [interval(everywhere, values) for values in np.transpose(shares)],
            "share of searched": [
                interval(searched, values)
                for values in np.transpose([share for share, p in zip(shares, rewarding) if p in left])
            ],
            "gain": [interval(everywhere, values) for values in np.transpose(gains)],
            "until": dict(zip([p.name for p in left], counts.tolist())),
            "mean until": interval(searched, counts),
            "median until": float(np.median(counts)),
            "of random": {key: float(np.exp(value)) for key, value in ratio.items()},
        }
    return {
        "rewarding": len(rewarding),
        "left": len(left),
        "families": len({p.family for p in rewarding}),
        "methods": methods,
    }


def is_rewarding(program):
    return program.compiler_default / program.times.min() - 1 > LEAST_GAIN


def padded(values):
    """Returns `values` cut to COUNTS[-1] entries, or extended by repeating the last value."""
    return np.append(values, np.full(COUNTS[-1], values[-1]))[: COUNTS[-1]]


def interval(bootstrap, values):
    return dict(zip(("mean", "low", "high"), bootstrap.mean(np.asarray(values, float))))


def curves(split):
    def panel(figure, title):
        return {
            "title": title,
            "x": "measurements",
            "unit": " %",
            "counts": list(range(1, COUNTS[-1] + 1)),
            "curves": {
                name: tuple([100 * entry[key] for entry in method[figure]] for key in ("mean", "low", "high"))
                for name, method in split["methods"].items()
            },
        }

    panels = [panel("share of searched", "share of the best known gain"), panel("gain", "gain over compiler default")]
    return plot.side_by_side(panels)


def write(options, result):
    folder = Path(options.output)
    (folder / "tuning.json").write_text(json.dumps(nan_to_none(result), indent=1) + "\n")
    shown = next(iter(result["splits"].values()))
    picture = Path(options.plot or folder / "tuning.svg")
    picture.write_text(curves(shown))
    target = Path(options.markdown or folder / "tuning.md")
    target.write_text(page.tuning(result, picture.name))
    for name, split in result["splits"].items():
        print(f"{name}: {split['rewarding']} programs\n{tables.text(tables.tuning_rows(split, COUNTS))}\n")
    print(f"written: {folder / 'tuning.json'}, {target}, {picture}")


if __name__ == "__main__":
    sys.exit(main())
