"""Tests that the collection of measured TVM schedules continues after it was killed, and that its results can be
converted between their two file formats."""

import gzip
import json
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, "scripts")
from schedule_samples import store
from tvm_samples import pack

PYTHON = Path("build/tvm-python/bin/python").absolute()


def write_workload(folder, records):
    folder.mkdir(parents=True)
    (folder / "database_tuning_record.json").write_text("[0, []]\n" * records)
    (folder / "database_workload.json").write_text('["1", "2"]\n')
    (folder / "pipeline.json").write_text(json.dumps({"schedules": [{}] * records}))
    (folder / "store_features.npz").write_bytes(bytes([records]))


class PackTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        for name in ("packed", "again", "out"):
            (self.folder / name).mkdir()

    def contents(self, name):
        files = (self.folder / name).rglob("*")
        return {str(path.relative_to(self.folder / name)): path.read_bytes() for path in files if path.is_file()}

    def test_unpacked_files_equal_the_packed_ones(self):
        for number in (3, 7):
            write_workload(self.folder / f"in/{number:04}", number)
        pack.pack(self.folder / "in", self.folder / "packed")
        pack.unpack(self.folder / "packed", self.folder / "out")
        self.assertEqual(self.contents("out"), self.contents("in"))
        packed = self.contents("packed")
        self.assertEqual(gzip.decompress(packed["0003/database_tuning_record.json.gz"]), b"[0, []]\n" * 3)
        pack.pack(self.folder / "in", self.folder / "again")
        self.assertEqual(self.contents("again"), packed)

    def test_a_workload_without_features_is_an_error(self):
        write_workload(self.folder / "in/0001", 1)
        (self.folder / "in/0001/store_features.npz").unlink()
        with self.assertRaisesRegex(store.Refused, "0001: no store_features.npz"):
            pack.pack(self.folder / "in", self.folder / "packed")

    def test_a_folder_without_workloads_is_an_error(self):
        with self.assertRaisesRegex(store.Refused, "no workloads"):
            pack.pack(self.folder, self.folder / "out")


@unittest.skipUnless(PYTHON.exists(), "TVM is not installed (npm run collect:tvm -- --help installs it)")
class CollectTest(unittest.TestCase):
    def run_python(self, *arguments, **options):
        return subprocess.Popen(
            [PYTHON, *arguments], cwd="scripts", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
        )

    def test_a_killed_collection_continues(self):
        with tempfile.TemporaryDirectory() as folder:
            options = ["--workloads", "2", "--schedules", "3", "--window", ".001", "--families", "dense", "matrix_product"]
            command = ["-m", "tvm_samples.collect", "-o", folder, *options]
            first = self.run_python(*command)
            first.stdout.readline()  # the first line of output says that the first workload is complete
            first.send_signal(signal.SIGKILL)
            first.communicate()
            kept = {path: path.stat().st_mtime_ns for path in Path(folder).glob("[0-9][0-9][0-9][0-9]/*")}
            second = self.run_python(*command)
            errors = second.communicate()[1]
            self.assertEqual(second.returncode, 0, errors)
            self.assertTrue(kept)
            self.assertEqual({path: path.stat().st_mtime_ns for path in kept}, kept)
            manifest = json.loads(Path(folder, "manifest.json").read_text())
            self.assertEqual((manifest["totals"]["workloads"], len(manifest["runs"])), (2, 2))
            for path in Path(folder).glob("[0-9]*"):
                self.check_workload(path)

    def check_workload(self, folder):
        meta = json.loads((folder / "pipeline.json").read_text())
        records = [json.loads(line) for line in (folder / "database_tuning_record.json").read_text().splitlines()]
        self.assertEqual(len(records), len(meta["schedules"]))
        self.assertEqual(len({json.dumps(record[1][0]) for record in records}), len(records))  # all traces differ
        for record, row in zip(records, meta["schedules"]):
            self.assertAlmostEqual(1e3 * record[1][1][0], min(row["passes_ms"]), places=5)

    def test_the_same_number_gives_the_same_workload(self):
        code = (
            "import tvm_ffi; from tvm_samples import generator as g;"
            "print([[tvm_ffi.structural_hash(g.build(s, i)[0]) for i in range(len(g.FAMILIES))] for s in (1, 1, 2)])"
        )
        found = self.run_python("-c", code)
        first, again, other = json.loads(found.communicate()[0])
        self.assertEqual(first, again)
        self.assertEqual(len(set(first)), len(first))
        self.assertNotEqual(first, other)


if __name__ == "__main__":
    unittest.main()
