"""Compares a training step of our early-join GraphSAGE with PyTorch Geometric and plain PyTorch.

`npm run compare:torch -- [--nodes N] [--configurable N] [--steps N] [--markdown docs/torch.md]`
"""

import argparse
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from comparison import about, tables

BENCH = "build/release/hlorank_early_bench"
TOLERANCE = 2e-3  # greatest accepted difference of losses after a few steps; sums are rounded differently
TUNED = {
    "MALLOC_MMAP_MAX_": "0",
    "MALLOC_TRIM_THRESHOLD_": "17179869184",
    "MALLOC_TOP_PAD_": "67108864",
}

PAGE = """# A training step beside PyTorch

Written by `npm run compare:torch` on {date}, on {machine}, {threads} thread{s}.

An early-join GraphSAGE of {layers} layers and width {width} on a synthetic graph of {nodes:,} nodes, {edges:,} edges and
{configurable:,} configurable nodes, {configurations} configurations a step: forward, backward, clipping, AdamW. All
programs make the same steps from the same weights: their losses agree within {tolerance}. *Relative to ours* compares
the fastest steps; lower is faster.

{table}

* _ours, receptive field only_: computes only the {rows:,} of {all_rows:,} layer rows that a configuration's receptive field
  contains; the result is the same ([model.md](model.md)). _ours, all nodes_: also computes the nodes of the base graph
  that no (slot, layout) row reads.
* _PyTorch Geometric_: `SAGEConv` on a batch of {configurations} copies of the graph. _sparse_: the same network
  with the node dimension first and one sparse product per layer. _tuned_: with an allocator that keeps large blocks, as
  ours does.

## Where the time of our step goes

The matrix products of a step are {gflop:.1f} GFLOP. LibTorch on whole tables would need {floor:.2f} s for the products alone, at the
{gflops:.0f} GFLOP/s that this machine reaches on such matrices: {share:.0f} % of our step. Our products work on rows that fit into the
first cache levels and apply ReLU there. The rest of the time goes to memory traffic ({gigabytes:.0f} GB/s at best) and to the base
graph, which is computed once for all configurations.
"""


def run(command, extra=None):
    result = subprocess.run(command, env={**os.environ, **(extra or {})}, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{result.stderr}")
    return json.loads(result.stdout)


def main():
    parser = argparse.ArgumentParser(prog="npm run compare:torch --", description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=8000, help="nodes of the graph")
    parser.add_argument("--configurable", type=int, default=400, help="configurable nodes of the graph")
    parser.add_argument("--steps", type=int, default=4, help="training steps to time")
    parser.add_argument("--threads", type=int, default=1, help="threads of each program")
    parser.add_argument("--markdown", type=pathlib.Path, help="write the page to this file, such as docs/torch.md")
    parser.add_argument("--without-missing", action="store_true", help="skip PyTorch when it is not installed")
    given = parser.parse_args()
    size = ["--nodes", str(given.nodes), "--configurable", str(given.configurable)]
    often = ["--steps", str(given.steps), "--threads", str(given.threads)]
    with tempfile.TemporaryDirectory() as folder:
        arrays = str(pathlib.Path(folder) / "arrays.npz")
        ours = run([BENCH, *size, *often, "--dump", arrays])
        whole = run([BENCH, *size, *often, "--whole"])
        peer = [sys.executable, "-m", "comparison.early_step", arrays, *often, "--form"]
        found = {"ours, receptive field only": ours, "ours, all nodes": whole}
        missing = [name for name in ("torch", "torch_geometric") if importlib.util.find_spec(name) is None]
        if given.without_missing and missing:
            print(f"PyTorch is left out: {' and '.join(missing)} not installed", file=sys.stderr)
        else:
            found["PyTorch Geometric"] = run([*peer, "pyg"])
            found["PyTorch Geometric, tuned"] = run([*peer, "pyg"], TUNED)
            found["PyTorch, sparse"] = run([*peer, "sparse"])
            found["PyTorch, sparse, tuned"] = run([*peer, "sparse"], TUNED)
    for name, figures in found.items():
        apart = max(abs(a - b) for a, b in zip(figures["losses"], ours["losses"]))
        if apart > TOLERANCE:
            sys.exit(f"{name} does not make the same steps: losses {figures['losses']}, ours {ours['losses']}")
    best = ours["step"]["min"]
    lines = [["", "s a step (least)", "median", "relative to ours", "peak GB"]]
    for name, figures in found.items():
        step = figures["step"]
        ratio = step["min"] / best
        lines.append(
            [name, f"{step['min']:.2f}", f"{step['median']:.2f}", f"{ratio:.1f}", f"{figures['peakGigabytes']:.2f}"]
        )
    print(tables.text(lines))
    machine = ours["machine"]
    floor = ours["gflop"] / machine["gflops"]
    print(f"matrix products alone: {floor:.2f} s at {machine['gflops']:.0f} GFLOP/s")
    if given.markdown:
        page = PAGE.format(
            date=about.today(),
            machine=about.processor(),
            threads=given.threads,
            s="" if given.threads == 1 else "s",
            tolerance=TOLERANCE,
            table=tables.markdown(lines),
            all_rows=(ours["layers"] + 1) * ours["nodes"],
            floor=floor,
            share=100 * floor / best,
            **machine,
            **{k: v for k, v in ours.items() if k not in ("machine", "losses", "step")},
        )
        given.markdown.write_text(page)


if __name__ == "__main__":
    main()
