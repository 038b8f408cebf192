"""Compares `hlorank cost --convention xla` with XLA's own cost analysis (jaxlib).

Compares every fortieth program of the conformance suite, of the data set and of tests/oracle/programs; with
HLORANK_ORACLE=full, all of them. docs/cost.md explains the exceptions.
"""

import json
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HLORANK = ROOT / "build" / "hlorank"
SUITE = ROOT / "build" / "suite"
DATA = pathlib.Path(os.environ.get("HLORANK_SUITE", ROOT.parent / "shared" / "data"))
EVERY = 1 if os.environ.get("HLORANK_ORACLE") == "full" else 40
TOLERANCE = 1e-6  # relative difference; XLA adds in single precision and in another order
LONGEST = 1_000_000 if EVERY > 1 else 1_000_000_000  # largest size of a file in bytes, compressed or not

# Programs whose costs differ from XLA's: {part of the file name: reason of the difference}.
EXCEPTIONS = {
    "04522_": "an asynchronous fusion without operands: XLA gives the result of its computation no bytes",
    "06099_": "an unbounded dimension: XLA counts −2^63 elements",
    "07855_": "a result shape that the text omits, of a type packed by its layout: XLA infers it packed, we do not",
    "12129_": "the same, with XLA not packed",
}

# Python program that reads paths, one per line, and prints a JSON line for each. The line has the result of XLA's cost
# analysis, or null if XLA rejects the HLO. Each file is analysed in its own process, because a failed assertion in XLA
# ends the process.
ANALYSES = r"""
import gzip, json, os, sys, warnings
import jax
from jaxlib import _hlo, _jax
warnings.simplefilter("ignore")
jax.config.update("jax_platforms", "cpu")
client = jax.devices("cpu")[0].client
NAMES = ("flops", "transcendentals", "bytes accessed")
for path in sys.stdin.read().split("\n"):
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(2)
        try:
            data = open(path, "rb").read()
            text = (gzip.decompress(data) if path.endswith(".gz") else data).decode("utf-8", "surrogateescape")
            properties = _jax.hlo_module_cost_analysis(client, _hlo.hlo_module_from_text(text))
            os.write(send, json.dumps([properties.get(name, 0) for name in NAMES]).encode())
        except Exception:
            os._exit(1)
        os._exit(0)
    os.close(send)
    answer = os.read(receive, 4096)
    os.close(receive)
    os.waitpid(child, 0)
    print(answer.decode() or "null")
"""


def programs():
    """Returns the paths of the HLO texts to compare."""
    paths = []
    for folder in ("measured", "programs"):
        paths += sorted((DATA / folder).glob("*.hlo.txt.gz"))
    paths += sorted((ROOT / "data" / "layouts").glob("*/*.hlo.txt.gz"))
    paths += sorted((ROOT / "data" / "regressions").glob("*/*.hlo.txt"))
    for folder in ("valid", "real_text"):
        paths += sorted((SUITE / folder).glob("*.hlo"))
    ours = sorted((ROOT / "tests" / "oracle" / "programs").glob("*.hlo"))
    return ours + [path for i, path in enumerate(paths) if i % EVERY == 0 and path.stat().st_size <= LONGEST]


def jaxlib_is_missing():
    return subprocess.run([sys.executable, "-c", "import jax; from jaxlib import _hlo"], capture_output=True).returncode != 0


def analysed(paths):
    """Returns for each program the FLOPs, transcendentals and bytes according to XLA, or None if XLA rejects the
    program."""
    run = subprocess.run(
        [sys.executable, "-c", ANALYSES], input="\n".join(map(str, paths)), capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


@unittest.skipIf(jaxlib_is_missing(), "this Python has no jaxlib")
@unittest.skipIf(not HLORANK.exists(), "build/hlorank is not built")
class CostTest(unittest.TestCase):
    def test_totals_equal_those_of_xla(self):
        paths = programs()
        compared = 0
        for path, expected in zip(paths, analysed(paths), strict=True):
            if expected is None or any(path.name.startswith(name) for name in EXCEPTIONS):
                continue
            with self.subTest(program=path.name):
                command = [HLORANK, "cost", path, "--convention", "xla", "--json", "--top", "1"]
                report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
                for name, figure in zip(("flops", "transcendentals", "bytes"), expected, strict=True):
                    difference = abs(report["totals"][name] - figure)
                    self.assertLessEqual(difference, TOLERANCE * max(1, abs(figure)), name)
                compared += 1
        self.assertGreater(compared, 0)
        print(f"{compared} of {len(paths)} programs have XLA's totals", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
