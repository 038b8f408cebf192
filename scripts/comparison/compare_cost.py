"""`npm run compare:cost`: compares the times that `hlorank cost` estimates with measured times, per instruction.

Profiles each program on this machine, with the layouts that the compiler chooses, and sorts its instructions by the
estimate, and by what other tools sort by: FLOPs or bytes.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from comparison import about, estimates_page, tables
from comparison.bootstrap import Bootstrap
from comparison.data import HLORANK, family_of, npz_files

# {name: field of `hlorank profile --json`, or peakSeconds}
ORDERS = {"estimate": "seconds", "peak rates": "peakSeconds", "bytes": "bytes", "FLOPs": "flops"}
FIRST = (1, 3, 5)  # numbers of instructions that a reader looks at
LEAST_SHARE = 0.01  # of the measured time of a program; instructions below count for no kind


def arguments():
    parser = argparse.ArgumentParser(prog="npm run compare:cost --", description=__doc__)
    parser.add_argument("data", nargs="*", default=["data/layouts"], help="folders of measured programs, or npz files")
    parser.add_argument("-o", "--output", default="build/compare/cost", help="write the profiles to this folder")
    parser.add_argument(
        "--markdown", help="write the page to this file, such as docs/estimates.md (default: OUTPUT/estimates.md)"
    )
    parser.add_argument("--traces", type=int, default=3, help="traces per program")
    parser.add_argument("--window", type=float, default=0.05, help="seconds per trace")
    return parser.parse_args()


def profile(npz, options):
    """Profiles a program, unless an earlier run did. Returns the profile's path; None if it cannot be measured."""
    folder = Path(options.output) / f"{options.traces}x{options.window}"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{npz.stem}.json"
    if not path.exists():
        command = [HLORANK, "profile", npz, "-q", "--traces", options.traces, "--window", options.window, "-o", path]
        run = subprocess.run([*map(str, command)], capture_output=True, text=True)
        if run.returncode:
            print(f"  {npz.stem}: {run.stderr.strip()}", file=sys.stderr, flush=True)
            return None
    return path


def instructions_of(path):
    """Returns the instructions of a profile with their estimated and measured times, and peakSeconds, their times at the
    peak rates; an empty list if none was measured or estimated."""
    written = subprocess.run([HLORANK, "profile", str(path), "--json"], check=True, stdout=subprocess.PIPE).stdout
    report = json.loads(written)
    machine, instructions = report["machine"], report["instructions"]
    for one in instructions:
        one["peakSeconds"] = max(
            one["flops"] / machine["flops"],
            one["transcendentals"] / machine["transcendentals"],
            one["bytes"] / machine["bandwidth"],
        )
    both = (sum(one[field] for one in instructions) for field in ("seconds", "measuredSeconds"))
    return instructions if all(both) else []


def column(instructions, field):
    return np.array([one[field] for one in instructions], float)


def chances(values, first):
    """Returns the probability of each instruction to be among the `first` largest `values`: ties are in random order."""
    before = np.array([(values > value).sum() for value in values])
    ties = np.array([(values == value).sum() for value in values])
    return np.clip((first - before) / ties, 0, 1)


def figures_of(instructions):
    """Returns the figures of a program: {(order, figure): value}."""
    measured, estimated = column(instructions, "measuredSeconds"), column(instructions, "seconds")
    total = measured.sum()
    figures = {("estimate", "overlap"): np.minimum(measured / total, estimated / estimated.sum()).sum()}
    figures["estimate", "ratio"] = total / estimated.sum()
    for order, field in ORDERS.items():
        for first in FIRST:
            slowest = np.sort(measured)[::-1][:first].sum()
            listed = chances(column(instructions, field), first)
            figures[order, f"slowest in first {first}"] = listed[measured.argmax()]
            figures[order, f"time of first {first}"] = (listed * measured).sum() / slowest
    return figures


def kinds_of(programs):
    """Returns, for each kind of operation, the mean of its shares of the measured and of the estimated time, and the
    quartiles of the ratio of the two times over its instructions: {kind: {measured, estimated, ratios}}."""
    kinds = {}
    for instructions in programs:
        measured, estimated = column(instructions, "measuredSeconds").sum(), column(instructions, "seconds").sum()
        for one in instructions:
            kind = kinds.setdefault(one["kind"], {"measured": 0, "estimated": 0, "ratios": []})
            kind["measured"] += one["measuredSeconds"] / measured / len(programs)
            kind["estimated"] += one["seconds"] / estimated / len(programs)
            if one["measuredShare"] >= LEAST_SHARE and one["seconds"] > 0:
                kind["ratios"].append(one["measuredSeconds"] / one["seconds"])
    for kind in kinds.values():
        ratios = kind.pop("ratios")
        kind["instructions"] = len(ratios)
        kind["ratios"] = [float(q) for q in np.quantile(ratios, (0.25, 0.5, 0.75))] if ratios else None
    return dict(sorted(kinds.items(), key=lambda item: -item[1]["measured"]))


def main():
    options = arguments()
    folder = Path(options.output)
    folder.mkdir(parents=True, exist_ok=True)
    files = npz_files(options.data)
    programs, machines = {}, set()
    for number, (name, npz) in enumerate(files.items()):
        if sys.stderr.isatty():
            print(f"\r  {number} of {len(files)} programs", end="", file=sys.stderr, flush=True)
        path = profile(npz, options)
        if path and (instructions := instructions_of(path)):
            programs[name] = instructions
            machines.add(json.loads(path.read_text())["machine"]["processor"])
    if not programs:
        raise SystemExit("none of the programs could be profiled")
    families = [family_of(name) for name in programs]
    bootstrap = Bootstrap(families)
    figures = [figures_of(instructions) for instructions in programs.values()]
    result = {
        "date": about.today(),
        "machine": " and ".join(sorted(machines)),
        "traces": options.traces,
        "window": options.window,
        "programs": len(programs),
        "families": len(set(families)),
        "failed": len(files) - len(programs),
        "figures": {key: bootstrap.mean(np.array([one[key] for one in figures], float)) for key in figures[0]},
        "ratios": [float(q) for q in np.quantile([one["estimate", "ratio"] for one in figures], (0.1, 0.5, 0.9))],
        "kinds": kinds_of(list(programs.values())),
    }
    target = Path(options.markdown or folder / "estimates.md")
    target.write_text(estimates_page.page(result, ORDERS, FIRST))
    print(tables.text(estimates_page.order_rows(result, ORDERS, FIRST)))
    print(f"\nwritten: {target}")


if __name__ == "__main__":
    main()
