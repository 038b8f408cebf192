"""Compares hlorank with XLA's own parser (jaxlib).

Tests that the features of an HLO text equal those of the protobuf that XLA writes for it, and that XLA reads the output
of `hlorank print` as the same module.
"""

import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HLORANK = ROOT / "build" / "hlorank"
DATA = pathlib.Path(os.environ.get("HLORANK_SUITE", ROOT.parent / "shared" / "data"))
LARGEST = 8_000_000  # largest size of an HLO text in bytes; XLA takes minutes for longer ones

# Python program in which XLA reads the HLO text file argv[1] and writes it as protobuf to argv[2]. It runs in its own
# process, because a failed assertion in XLA ends the process.
TO_PROTO = """
import sys
from jaxlib import _hlo
text = open(sys.argv[1], encoding="utf-8", errors="surrogateescape").read()
open(sys.argv[2], "wb").write(_hlo.hlo_module_from_text(text).as_serialized_hlo_module_proto())
"""


# Python program that compiles the HLO text file argv[1] with XLA, dumps the layout assignment pass to the folder argv[2],
# and prints the shapes of the layout constraints after that pass.
LAYOUTS = """
import glob, re, sys
from jaxlib import _hlo, _jax, xla_client
import jax
module = _hlo.hlo_module_from_text(open(sys.argv[1]).read())
options = xla_client.CompileOptions()
options.env_option_overrides = [("xla_dump_to", sys.argv[2]), ("xla_dump_hlo_as_text", True),
                                ("xla_dump_hlo_pass_re", "layout-assignment")]
device = jax.devices("cpu")[0]
program = _jax.mlir.hlo_to_stablehlo(module.as_serialized_hlo_module_proto())
device.client.compile_and_load(program, _jax.DeviceList((device,)), options)
[after] = glob.glob(sys.argv[2] + "/*after_layout-assignment*.txt")
print(*re.findall(r"= (\\S+) custom-call", open(after).read()))
"""


def programs():
    """Returns the paths of HLO texts: those of this repository, then those of the conformance suite."""
    yield from sorted((ROOT / "tests" / "oracle" / "programs").glob("*.hlo"))
    for folder in ("measured", "programs"):
        yield from sorted((DATA / folder).glob("*.hlo.txt.gz"))


def unpack(path, folder):
    """Returns the path of the HLO text after decompression. Returns None if the text is longer than LARGEST bytes."""
    if path.suffix != ".gz":
        return path
    text = gzip.decompress(path.read_bytes())
    plain = folder / path.stem
    plain.write_bytes(text)
    return plain if len(text) <= LARGEST else None


def to_proto(text, proto):
    subprocess.run([sys.executable, "-c", TO_PROTO, str(text), str(proto)], check=True, capture_output=True, text=True)


def hlorank(*arguments):
    return subprocess.run([str(HLORANK), *map(str, arguments)], check=True, capture_output=True).stdout


def hashes(path):
    return json.loads(hlorank("inspect", "--json", path))["hashes"]


def jaxlib_is_missing():
    return subprocess.run([sys.executable, "-c", "from jaxlib import _hlo"], capture_output=True).returncode != 0


@unittest.skipIf(jaxlib_is_missing(), "this Python has no jaxlib")
@unittest.skipIf(not HLORANK.exists(), "build/hlorank is not built")
class OracleTest(unittest.TestCase):
    def for_each_program(self, check):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for path in programs():
                with self.subTest(program=path.name):
                    text = unpack(path, folder)
                    if text is None:
                        continue
                    proto = folder / "module.pb"
                    try:
                        to_proto(text, proto)
                    except subprocess.CalledProcessError as error:
                        self.fail("XLA rejects the program: " + error.stderr[-500:])
                    check(text, proto, folder)

    def test_text_and_its_proto_have_the_same_features(self):
        self.for_each_program(lambda text, proto, _: self.assertEqual(hashes(text), hashes(proto)))

    def test_xla_reads_the_printed_text_and_proto_as_the_same_module(self):
        def check(text, proto, folder):
            expected = hashes(proto)
            for source in (text, proto):
                printed, again = folder / "printed.hlo", folder / "again.pb"
                printed.write_bytes(hlorank("print", source))
                try:
                    to_proto(printed, again)
                except subprocess.CalledProcessError as error:
                    self.fail("XLA rejects the printed program: " + error.stderr[-500:])
                self.assertEqual(expected, hashes(again))
                # All fields must be equal, not only those that become features. So both protobufs must print as the
                # same text.
                self.assertEqual(hlorank("print", proto), hlorank("print", again))

        self.for_each_program(check)

    def test_xla_honours_the_written_layout_constraints(self):
        text = ROOT / "tests" / "data" / "constrained" / "constrained.hlo"
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run([sys.executable, "-c", LAYOUTS, str(text), folder], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr[-1000:])
        self.assertEqual(result.stdout.strip(), "f32[8,8]{0,1} f32[4,8]{0,1} f32[4,8]{0,1}")


if __name__ == "__main__":
    unittest.main()
