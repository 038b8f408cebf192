"""Searches fast schedules of new random Halide pipelines: the best that a model selects from random schedules, compared with
Adams2019's own choice and with random search. The same command continues an interrupted run."""

import argparse
import json
import os
import pathlib
import subprocess
import sys

from schedule_samples import store

from . import tune_page
from .families import FAMILIES

PACKAGE = pathlib.Path(__file__).resolve().parent


def options():
    parser = argparse.ArgumentParser(prog="npm run tune:halide --", description=__doc__)
    parser.add_argument("--model", required=True, help="folder of a model of Halide schedules, from hlorank train")
    parser.add_argument("-o", "--output", default="build/tune-halide", help="folder of the results (%(default)s)")
    parser.add_argument("--markdown", help="write the table to this file as well")
    parser.add_argument("--pipelines", type=int, default=20, help="number of pipelines (%(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1001, help="random seed; not that of the training data (%(default)s)"
    )
    parser.add_argument("--budget", type=int, default=8, help="schedules that are compiled and run (%(default)s)")
    parser.add_argument("--pool", type=int, default=64, help="random schedules that the model ranks (%(default)s)")
    parser.add_argument("--search", type=float, default=120, help="seconds for Adams2019's own choice (%(default)s)")
    parser.add_argument(
        "--choice-only", action="store_true", help="leave out pipelines whose own choice takes longer than --search"
    )
    parser.add_argument("--timeout", type=float, default=900, help="seconds until a pipeline is left out (%(default)s)")
    parser.add_argument("--window", type=float, default=0.02, help="least seconds of a measurement (%(default)s)")
    parser.add_argument("--core", type=int, default=-1, help="processor core to measure on (-1: any)")
    parser.add_argument("--families", nargs="+", default=list(FAMILIES), choices=list(FAMILIES), metavar="NAME")
    values = parser.parse_args()
    if values.pipelines < 1 or values.budget < 1 or values.pool < values.budget:
        parser.error("--pipelines and --budget must be at least 1, --pool at least the budget")
    return values


def searched(values, index):
    """Runs search.py for pipeline number `index`. Returns its result, or {"dropped": the reason} if it failed."""
    fields = {
        "folder": "",
        "seed": values.seed,
        "index": index,
        "families": values.families,
        "schedules": values.pool,
        "search": values.search,
        "window": values.window,
        "core": values.core,
        "hlorank": os.environ.get("HLORANK", "build/hlorank"),
        "model": values.model,
        "budget": values.budget,
        "pool": values.pool,
    }
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", f"{PACKAGE.name}.search", json.dumps(fields)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=values.timeout)
    except subprocess.TimeoutExpired:
        return {"dropped": f"timeout after {values.timeout:g} s"}
    if done.returncode == 0:
        reply = json.loads(done.stdout.splitlines()[-1])
        return reply.get("search", reply)
    last = [line for line in done.stderr.splitlines() if line and not line.startswith("Warning: ")][-1:]
    return {"dropped": f"search ended with {done.returncode}: {''.join(last)[:300]}"}


def prepare(values):
    """Creates the output folder and returns its path. Ends the program if the folder has results for other options."""
    folder = pathlib.Path(values.output)
    folder.mkdir(parents=True, exist_ok=True)
    fixed = {key: value for key, value in vars(values).items() if key not in ("output", "markdown", "pipelines", "core")}
    record = folder / "options.json"
    if record.exists() and json.loads(record.read_text()) != fixed:
        sys.exit(f"tune:halide: {folder} has results of other options; use another folder with -o")
    store.write_json(record, fixed)
    return folder


def main():
    values = options()
    folder = prepare(values)
    results, index = [], 0
    while len(results) < values.pipelines and index < 10 * values.pipelines:
        file = folder / f"{index:04}.json"
        if not file.exists():
            result = searched(values, index)
            if "dropped" in result and values.search and not values.choice_only:  # Adams2019's search may end the process
                values_without = argparse.Namespace(**{**vars(values), "search": 0})
                result = searched(values_without, index)
            store.write_json(file, result)
        result = json.loads(file.read_text())
        if "dropped" in result:
            print(f"{index:04}  left out: {result['dropped']}", flush=True)
        else:
            results.append(result)
            best = ", ".join(f"{name} {ms:.4g} ms" for name, ms in tune_page.best_times(result).items())
            print(f"{index:04}  {result['family']}: {best}; {result['seconds']:.0f} s", flush=True)
        index += 1
    if not results:
        sys.exit("tune:halide: every pipeline was left out")
    found = tune_page.summary(results)
    store.write_json(folder / "summary.json", {"model": values.model, "budget": values.budget, "pool": values.pool, **found})
    text = tune_page.page(values, results, found)
    (folder / "summary.md").write_text(text)
    if values.markdown:
        pathlib.Path(values.markdown).write_text(text)
    print("\n" + text)


if __name__ == "__main__":
    main()
