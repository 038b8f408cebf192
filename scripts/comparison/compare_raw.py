"""`npm run compare:raw`: measures how well our models rank programs before any optimisation pass.

The models are trained on modules just before layout assignment. Here they rank the same measured configurations, but see
the module as it enters the compiler.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from comparison import about, data, raw_page, runs, tables
from comparison.compare import nan_to_none
from comparison.counterparts import translate
from comparison.judge import Judge
from comparison.metrics import FIGURES

OURS = ("simulated=--form simulated", "calibrated=--form calibrated", "graph=--form graph")
FORMS = {"before": "before layout assignment", "common": "common slots only", "raw": "before any optimisation"}
ENDINGS = (".hlo.pb.gz", ".hlo.pb", ".pb.gz", ".pb", ".hlo.txt.gz", ".hlo.txt", ".hlo.gz", ".hlo")


def arguments():
    parser = argparse.ArgumentParser(prog="npm run compare:raw --", description=__doc__)
    parser.add_argument("data", nargs="*", default=["data/layouts"], help="folders of measured programs, or npz files")
    parser.add_argument(
        "--raw",
        default="build/programs",
        help="folder of the same programs, with the same names, before any optimisation (default: build/programs, "
        "written by `npm run dataset`)",
    )
    parser.add_argument(
        "-o", "--output", default="build/compare/raw",
        help="write the runs, and NAME.json for the card, to this folder",
    )
    parser.add_argument("--markdown", help="write the page to this file, such as docs/raw.md (default: OUTPUT/raw.md)")
    parser.add_argument("--folds", type=int, default=5, help="folds of the cross-validation")
    parser.add_argument(
        "--ours", action="append", metavar="NAME=OPTIONS",
        help="a model: its name and options of hlorank train",
    )
    return parser.parse_args()


def raw_files(folder, names):
    """Finds the programs of these names in the folder as they enter the compiler (raw): {name: file}."""
    there = {name: [f for e in ENDINGS if (f := Path(folder) / (name + e)).is_file()] for name in names}
    return {name: files[0] for name, files in there.items() if files}


def write_forms(npz, raw, folder):
    """Writes each program's measured configurations twice, for "raw" and for "common". "raw" is the program before any
    optimisation pass; "common" has only the tensors that exist before and after these passes. Returns {name:
    Translation}."""
    translations = {}
    for form in ("raw", "common"):
        (folder / form).mkdir(parents=True, exist_ok=True)
        for stale in (folder / form).iterdir():
            stale.unlink()
    for name, file in raw.items():
        program = npz[name].with_suffix(".hlo.txt.gz")
        with np.load(npz[name]) as measured:
            translations[name] = translate(dict(measured), program, file)
        translation = translations[name]
        for form, arrays, text in (("raw", translation.arrays, file), ("common", translation.common, program)):
            np.savez_compressed(folder / form / f"{name}.npz", **arrays)
            # The target of this link may be uncompressed despite the ending .gz: hlorank recognises a file by its
            # content.
            (folder / form / f"{name}.hlo.gz").symlink_to(text.resolve())
    return translations


def folds_of(families, count):
    """Divides programs into `count` folds for cross-validation: {name: fold}. Assigns whole families, largest first,
    each to the fold with the fewest programs so far."""
    sizes, fold_of = [0] * count, {}
    for family, size in sorted(Counter(families.values()).items(), key=lambda entry: (-entry[1], entry[0])):
        fold_of[family] = sizes.index(min(sizes))
        sizes[fold_of[family]] += size
    return {name: fold_of[family] for name, family in families.items()}


def evaluate(model, files):
    """Evaluates a model on programs by `hlorank evaluate`. Returns {name: quality figures of the program}."""
    command = [data.HLORANK, "evaluate", str(model), *map(str, files), "--json"]
    written = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return {entry["name"]: entry for entry in json.loads(written)["programs"]}


def held_out(files, folds, folder, flags):
    """Evaluates each program by a model that was trained on the other folds. The models are trained on modules as they
    are just before layout assignment. Returns {form of the program: {name: result of `evaluate`}}."""
    entries = {form: {} for form in files}
    for fold in sorted(set(folds.values())):
        learned = [path for name, path in files["before"].items() if folds[name] != fold]
        run = runs.cross_validate(learned, folder / f"fold-{fold}", 0, 1, flags)
        for form, paths in files.items():
            entries[form].update(evaluate(run, [path for name, path in paths.items() if folds[name] == fold]))
    return entries


def main():
    options = arguments()
    folder = Path(options.output)
    npz = data.npz_files(options.data)
    raw = raw_files(options.raw, npz)
    if not raw:
        raise SystemExit(
            f"{options.raw} contains none of the programs: name their folder with --raw, or run `npm run dataset` first"
        )
    print(f"{len(raw)} of {len(npz)} programs are in {options.raw}", file=sys.stderr, flush=True)
    translations = write_forms(npz, raw, folder)
    names = [name for name in raw if translations[name].differ]
    files = {form: {name: folder / form / f"{name}.npz" for name in names} for form in ("raw", "common")}
    files["before"] = {name: npz[name] for name in names}

    analytical = {form: evaluate("analytical", paths.values()) for form, paths in files.items()}
    programs = [ProgramFamily(name, analytical["before"][name]) for name in names]
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
        "slotsMatched": sum(translations[n].matched for n in names) / sum(translations[n].slots for n in names),
        "slotsGone": 1 - sum(translations[n].matched for n in names) / sum(translations[n].other for n in names),
    }
    result = {
        "date": about.today(),
        "families": len({p.family for p in programs}),
        "without": len(raw) - len(names),
        "folds": options.folds,
        "ours": list(options.ours or OURS),
        **shares,
        "methods": {name: figures_of_forms(judge, name) for name in methods},
    }
    write(options, result, shares)


class ProgramFamily:
    """Name and family of a program: the only attributes that the class Judge reads."""

    def __init__(self, name, entry):
        self.name, self.family = name, entry.get("family", "")


def figures_of_forms(judge, name):
    """Results of one model for each form of the programs: {form: figures with intervals, and differences of these
    figures from those of the modules just before layout assignment}."""
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
