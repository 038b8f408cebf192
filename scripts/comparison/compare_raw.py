"""`npm run compare:raw`: what our models are worth on programs as users drop them, before any optimisation. They learn
from programs as layout assignment sees them; here they rank the very configurations that were measured by what they can
tell from the program before any pass has touched it."""

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from comparison import about, data, raw_page, runs, tables
from comparison.compare import nan_to_none
from comparison.counterparts import tell
from comparison.judge import Judge
from comparison.metrics import FIGURES

OURS = ("calibrated=--form calibrated", "graph=--form graph")
FORMS = {"before": "before layout assignment", "common": "the same slots alone", "raw": "before any optimisation"}
ENDINGS = (".hlo.pb.gz", ".hlo.pb", ".pb.gz", ".pb", ".hlo.txt.gz", ".hlo.txt", ".hlo.gz", ".hlo")


def arguments():
    parser = argparse.ArgumentParser(prog="npm run compare:raw --", description=__doc__)
    parser.add_argument("data", nargs="*", default=["data/layouts"], help="folders of measured programs, or npz files")
    parser.add_argument(
        "--raw",
        default="build/programs",
        help="folder of the same programs before any optimisation, by the same names (default: build/programs, which "
        "`npm run dataset` writes)",
    )
    parser.add_argument("-o", "--output", default="build/compare/raw", help="folder of the runs and of NAME.json, for the card")
    parser.add_argument("--markdown", help="write the tables here, as docs/raw.md (default: OUTPUT/raw.md)")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--ours", action="append", metavar="NAME=OPTIONS", help="a model: options of hlorank train")
    return parser.parse_args()


def raw_files(folder, names):
    """{name: file} of the programs that are there."""
    there = {name: [f for e in ENDINGS if (f := Path(folder) / (name + e)).is_file()] for name in names}
    return {name: files[0] for name, files in there.items() if files}


def write_forms(npz, raw, folder):
    """Each program's configurations told in its raw form, and with common slots alone: {name: Told}."""
    told = {}
    for form in ("raw", "common"):
        (folder / form).mkdir(parents=True, exist_ok=True)
        for stale in (folder / form).iterdir():
            stale.unlink()
    for name, file in raw.items():
        program = npz[name].with_suffix(".hlo.txt.gz")
        with np.load(npz[name]) as measured:
            told[name] = tell(dict(measured), program, file)
        for form, arrays, text in (("raw", told[name].arrays, file), ("common", told[name].common, program)):
            np.savez_compressed(folder / form / f"{name}.npz", **arrays)
            # hlorank tells what a file is by its content.
            (folder / form / f"{name}.hlo.gz").symlink_to(text.resolve())
    return told


def folds_of(families, count):
    """{name: fold}: whole families, the largest first, each to the fold that has the fewest programs yet."""
    sizes, fold_of = [0] * count, {}
    for family, size in sorted(Counter(families.values()).items(), key=lambda entry: (-entry[1], entry[0])):
        fold_of[family] = sizes.index(min(sizes))
        sizes[fold_of[family]] += size
    return {name: fold_of[family] for name, family in families.items()}


def evaluate(model, files):
    """{name: entry of `hlorank evaluate`}."""
    command = [data.HLORANK, "evaluate", str(model), *map(str, files), "--json"]
    written = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return {entry["name"]: entry for entry in json.loads(written)["programs"]}


def held_out(files, folds, folder, flags):
    """{form: {name: entry}} by models that learned from the other folds' programs as layout assignment sees them."""
    entries = {form: {} for form in files}
    for fold in sorted(set(folds.values())):
        learned = [path for name, path in files["before"].items() if folds[name] != fold]
        run = runs.train(learned, folder / f"fold-{fold}", 0, 1, flags)
        for form, paths in files.items():
            entries[form].update(evaluate(run, [path for name, path in paths.items() if folds[name] == fold]))
    return entries


def main():
    options = arguments()
    folder = Path(options.output)
    npz = data.npz_files(options.data)
    raw = raw_files(options.raw, npz)
    if not raw:
        raise SystemExit(f"{options.raw} has none of the programs: name another with --raw, or `npm run dataset` first")
    print(f"{len(raw)} of {len(npz)} programs are in {options.raw}", file=sys.stderr, flush=True)
    told = write_forms(npz, raw, folder)
    names = [name for name in raw if told[name].differ]
    files = {form: {name: folder / form / f"{name}.npz" for name in names} for form in ("raw", "common")}
    files["before"] = {name: npz[name] for name in names}

    analytical = {form: evaluate("analytical", paths.values()) for form, paths in files.items()}
    programs = [Judged(name, analytical["before"][name]) for name in names]
    folds = folds_of({p.name: p.family for p in programs}, options.folds)
    methods = {}
    for given in options.ours or OURS:
        name, _, flags = given.partition("=")
        print(f"  {name}", file=sys.stderr, flush=True)
        methods[name] = held_out(files, folds, folder / "runs" / name, flags)
    methods["analytical"] = analytical

    judge = Judge(programs)
    for name, forms in methods.items():
        for form, entries in forms.items():
            judge.add_baseline((name, form), entries)
    shares = {
        "programs": len(names),
        "slotsMatched": sum(told[n].matched for n in names) / sum(told[n].slots for n in names),
        "slotsGone": 1 - sum(told[n].matched for n in names) / sum(told[n].other for n in names),
    }
    result = {
        "date": about.today(),
        "families": len({p.family for p in programs}),
        "without": len(raw) - len(names),
        "folds": options.folds,
        "ours": list(options.ours or OURS),
        **shares,
        "methods": {name: judge_forms(judge, name) for name in methods},
    }
    write(options, result, shares)


class Judged:
    """What the judge wants to know of a program."""

    def __init__(self, name, entry):
        self.name, self.family = name, entry.get("family", "")


def judge_forms(judge, name):
    """{form: figures with intervals, and how far the form before layout assignment is ahead}."""
    table = judge.table((name, "before"))
    return {form: table[name, form] for form in FORMS}


def means(figures):
    return {figure: round(figures[figure]["mean"], 6) for figure in FIGURES}


def write(options, result, shares):
    folder = Path(options.output)
    for name, forms in result["methods"].items():
        if name == "analytical":
            continue
        card = {**shares, **means(forms["raw"]), "before": means(forms["before"])}
        (folder / f"{name}.json").write_text(json.dumps(card, indent=1) + "\n")
    (folder / "comparison.json").write_text(json.dumps(nan_to_none(result), indent=1) + "\n")
    target = Path(options.markdown or folder / "raw.md")
    target.write_text(raw_page.raw(result, FORMS))
    print(tables.text(raw_page.rows(result, FORMS)))
    print(f"\nwritten: {folder}/NAME.json, {target}")


if __name__ == "__main__":
    main()
