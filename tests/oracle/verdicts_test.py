"""Tests that XLA's own parser (jaxlib) rejects the HLO texts in rejected.txt and accepts those in accepted.txt."""

import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
CALLEES = DATA / "shape_inference" / "rejected_callees.hlo"

# Python program that reads NUL-separated HLO texts from stdin and prints what XLA's parser does with each: ok, refused
# or aborted. Each text is parsed in its own process, because a failed assertion in XLA ends the process.
VERDICTS = r"""
import os, sys
from jaxlib import _hlo
for text in sys.stdin.read().split("\0"):
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(2)
        try:
            _hlo.hlo_module_from_text(text)
        except Exception:
            os._exit(1)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    print("ok" if status == 0 else "refused" if os.WIFEXITED(status) else "aborted")
"""


def bodies(path):
    return [line.split(" ## ")[0] for line in path.read_text().splitlines()]


def module(body):
    return "HloModule m\n" + CALLEES.read_text() + "ENTRY main {\n" + body.replace("; ", "\n") + "\n}\n"


def jaxlib_is_missing():
    return subprocess.run([sys.executable, "-c", "from jaxlib import _hlo"], capture_output=True).returncode != 0


@unittest.skipIf(jaxlib_is_missing(), "this Python has no jaxlib")
class VerdictsTest(unittest.TestCase):
    def check(self, folder, file, accepts):
        texts = bodies(DATA / folder / file)
        run = subprocess.run(
            [sys.executable, "-c", VERDICTS],
            input="\0".join(map(module, texts)),
            capture_output=True,
            text=True,
            check=True,
        )
        verdicts = run.stdout.split()
        self.assertEqual(len(verdicts), len(texts))
        for text, verdict in zip(texts, verdicts):
            with self.subTest(text=text):
                self.assertEqual(verdict == "ok", accepts, verdict)

    def test_xla_rejects_texts_without_an_inferable_shape(self):
        self.check("shape_inference", "rejected.txt", False)

    def test_xla_infers_the_shapes_of_accepted_texts(self):
        self.check("shape_inference", "accepted.txt", True)

    def test_xla_rejects_the_rejected_texts(self):
        self.check("verdicts", "rejected.txt", False)

    def test_xla_accepts_the_accepted_texts(self):
        self.check("verdicts", "accepted.txt", True)


if __name__ == "__main__":
    unittest.main()
