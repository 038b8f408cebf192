"""`npm run ablate`: measures what each part of our model and each further training program contributes.

Changes one option of a base at a time; every figure is of held-out families.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from comparison import about, data, page, runs, tables
from comparison.compare import nan_to_none
from comparison.judge import Judge

VARIANTS = {  # options to change, by the form of the model that they apply to
    "simulated": {
        "constraints do not propagate": "--set propagation=off",
        "operations are not fused": "--set fusion=off",
        "neither": "--set propagation=off --set fusion=off",
        "no cache conflicts": "--set conflicts=off",
        "hidden layers of 8": "--set head=8",
        "hidden layers of 64": "--set head=64",
        "list-wise loss": "--loss listmle",
        "squared error of log time": "--loss mse",
        "margin 0: all pairs": "--margin 0",
        "no dropout": "--set dropout=0",
        "5 epochs instead of 20": "--epochs 5",
        "80 epochs": "--epochs 80",
        "3 networks averaged": "--members 3",
        "no simulation: calibrated": "--form calibrated",
    },
    "calibrated": {
        "sum over slots": "--set aggregation=sum",
        "scores without the logarithm": "--set scale=identity",
        "no hidden layer": "--set multiplier-hidden=0",
        "hidden layer of 8": "--set multiplier-hidden=8",
        "hidden layer of 64": "--set multiplier-hidden=64",
        "free corrections, width 8": "--set corrections=8",
        "pairs, rank 4": "--set pairs=4",
        "graph network": "--form graph",
        "graph network, no message passing": "--form graph --set layers=0",
        "list-wise loss": "--loss listmle",
        "squared error of log time": "--loss mse",
        "margin 0: all pairs": "--margin 0",
        "no dropout": "--set dropout=0",
        "10 epochs": "--epochs 10",
        "60 epochs": "--epochs 60",
        "3 networks averaged": "--members 3",
    },
}
PROGRAMS = (25, 50, 100, 200, 400, 800)  # numbers of training programs: the points of the learning curve


def arguments():
    parser = argparse.ArgumentParser(prog="npm run ablate --", description=__doc__)
    parser.add_argument("data", nargs="*", default=["data/layouts"], help="folders of measured programs, or npz files")
    parser.add_argument(
        "-o", "--output", default="build/ablate",
        help="write the runs and ablation.json to this folder",
    )
    parser.add_argument(
        "--markdown",
        help="write the page to this file, such as docs/ablation.md (default: OUTPUT/ablation.md)",
    )
    parser.add_argument("--folds", type=int, default=5, help="folds of the cross-validation")
    parser.add_argument("--seeds", type=int, default=3, help="seeds of each variant")
    parser.add_argument(
        "--base", default="--form simulated --members 1", help="options of hlorank train that every variant starts from"
    )
    parser.add_argument("--only", default="", help="run only variants whose name contains this text")
    parser.add_argument(
        "--variant", action="append", default=[], metavar="NAME=OPTIONS",
        help="add a variant: its name and options of hlorank train",
    )
    return parser.parse_args()


def counts_below(most):
    """Returns the entries of PROGRAMS, numbers of training programs for the learning curve, that are less than `most`.
    """
    return [n for n in PROGRAMS if n < most]


def main():
    options = arguments()
    folder = Path(options.output)
    form = options.base.split("--form ")[-1].split()[0]
    variants = {name: flags for name, flags in VARIANTS.get(form, {}).items() if options.only in name}
    variants.update(given.split("=", 1) for given in options.variant)

    def train(name, flags):
        print(f"  {name}", file=sys.stderr, flush=True)
        return [
            runs.cross_validate(options.data, folder / "runs" / name.replace(" ", "-") / str(seed), options.folds, seed, flags)
            for seed in range(1, options.seeds + 1)
        ]

    base = train("base", options.base)
    programs = data.load(options.data, base[0] / "metrics.json", folder / "inputs")
    judge = Judge(programs)

    def evaluate(name, of_seeds):
        judge.add_scores(name, [runs.scores(run, programs) for run in of_seeds])

    evaluate("base", base)
    for name, flags in variants.items():
        evaluate(name, train(name, merged(options.base, flags)))
    learning = int(round(np.mean([sum(p.fold != fold for p in programs) for fold in {p.fold for p in programs}])))
    curve = [f"{n} programs" for n in counts_below(learning)]
    for name in curve:
        evaluate(name, train(name, f"{options.base} --set programs={name.split()[0]}"))
    judge.add_baseline("analytical", {e["name"]: e["baselines"]["analytical"] for e in runs.metrics(base[0])["programs"]})
    table = judge.table("base")
    result = {
        "date": about.today(),
        "machine": about.processor(),
        "data": about.data(options.data, programs),
        "folds": options.folds,
        "seeds": options.seeds,
        "base": options.base,
        "options": variants,
        "variants": {name: table[name] for name in ("base", *variants, "analytical")},
        "programs": {
            "no program (analytical)": table["analytical"],
            **{name: table[name] for name in curve},
            f"{learning} programs (all)": table["base"],
        },
    }
    write(options, result)


def merged(base, flags):
    """Command-line options of the base model, replaced and extended by `flags`. If --set gives a key several times,
    hlorank uses the last value."""
    replaced = {word for word in flags.split() if word.startswith("--")} - {"--set"}
    remaining, words = [], base.split()
    for option, value in zip(words[::2], words[1::2]):
        if option not in replaced:
            remaining += [option, value]
    return " ".join(remaining + [flags])


def write(options, result):
    folder = Path(options.output)
    (folder / "ablation.json").write_text(json.dumps(nan_to_none(result), indent=1) + "\n")
    target = Path(options.markdown or folder / "ablation.md")
    target.write_text(page.ablation(result))
    print(about.sentence(result["data"]))
    print("\n" + tables.text(tables.change_rows(result["variants"], "base")))
    print("\n" + tables.text(tables.rows(result["programs"])))
    print(f"\nwritten: {folder / 'ablation.json'}, {target}")


if __name__ == "__main__":
    main()
