"""Tests the files that the collection of measured Halide schedules writes, and that it continues after it was killed."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, "scripts")
from halide_samples import samples
from schedule_samples import store, timing

PYTHON = Path("build/halide-python/bin/python").absolute()


class StoreTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def open(self, **fixed):
        opened = store.Store(self.folder, {"seed": 1, **fixed})
        self.addCleanup(opened.lock.close)
        opened.save()
        return opened

    def test_a_pipeline_appears_when_it_is_complete(self):
        opened = self.open()
        part = opened.begin(3)
        (part / "0000.sample").write_bytes(b"x")
        self.assertFalse(opened.is_done(3))
        opened.finish(3, {"pipeline_id": 3})
        self.assertTrue(opened.is_done(3))
        self.assertEqual(opened.finished(), [3])
        self.assertEqual((self.folder / "0003/0000.sample").read_bytes(), b"x")

    def test_a_continued_collection_removes_incomplete_pipelines_and_keeps_reasons(self):
        opened = self.open()
        opened.begin(0)
        opened.begin(1)
        opened.drop(1, "a run takes 1.00 s")
        opened.lock.close()
        opened = self.open()
        self.assertFalse(list(self.folder.glob("*.part")))
        self.assertTrue(opened.is_done(1))
        self.assertFalse(opened.is_done(0))

    def test_other_options_and_other_files_are_errors(self):
        self.open().lock.close()
        with self.assertRaisesRegex(store.Refused, "seed is 1 there and 2 now"):
            self.open(seed=2)
        (self.folder / "manifest.json").unlink()
        (self.folder / "notes.txt").write_text("")
        with self.assertRaisesRegex(store.Refused, "no manifest.json"):
            self.open()

    def test_two_processes_cannot_write_to_a_folder(self):
        self.open()
        with self.assertRaisesRegex(store.Refused, "another process"):
            self.open()


class CrashingRunner(timing.Runner):
    def call(self, number):
        os.kill(os.getpid(), number)


class CrashTest(unittest.TestCase):
    def test_a_crash_is_named_by_its_signal(self):
        for number, says in ((signal.SIGSEGV, "(SIGSEGV)"), (signal.SIGILL, "instructions that this machine lacks")):
            runner = CrashingRunner()
            self.assertFalse(runner.survives(number, 10))
            self.assertIn(says, runner.crash)

    def test_a_schedule_that_runs_names_no_signal(self):
        runner = CrashingRunner()
        self.assertTrue(runner.survives(0, 10))  # signal 0 only checks that the process exists
        self.assertEqual(runner.crash, "")


@unittest.skipUnless(PYTHON.exists(), "Halide is not installed (npm run collect:halide -- --help installs it)")
class CollectTest(unittest.TestCase):
    def command(self, folder):
        return [
            PYTHON,
            "-m",
            "halide_samples.collect",
            "-o",
            folder,
            "--pipelines",
            "2",
            "--schedules",
            "3",
            "--search",
            "1",
            "--window",
            ".001",
            "--families",
            "linear_attention",
            "mixer",
        ]

    def test_a_killed_collection_continues(self):
        with tempfile.TemporaryDirectory() as folder:
            first = subprocess.Popen(self.command(folder), cwd="scripts", stdout=subprocess.PIPE, text=True)
            first.stdout.readline()  # the first line of output says that the first pipeline is complete
            first.send_signal(signal.SIGKILL)
            first.communicate()
            kept = {
                path: path.stat().st_mtime_ns
                for path in Path(folder).glob("[0-9]*/*.sample")
                if ".part" not in str(path)
            }
            done = subprocess.run(self.command(folder), cwd="scripts", capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(kept)
            self.assertEqual({path: path.stat().st_mtime_ns for path in kept}, kept)
            manifest = json.loads(Path(folder, "manifest.json").read_text())
            self.assertEqual((manifest["totals"]["pipelines"], len(manifest["runs"])), (2, 2))
            for path in Path(folder).glob("[0-9]*"):
                self.check_pipeline(path)

    def check_pipeline(self, folder):
        meta, log = json.loads((folder / "pipeline.json").read_text()), (folder / "compile_log.txt").read_text()
        self.assertEqual(len(samples.stages_of(log)), meta["stages"])
        self.assertTrue(samples.edge_indices(log))
        self.assertEqual(samples.best_cost(log), meta["schedules"][0]["best_cost"])
        for row in meta["schedules"]:
            featurization, time, pipeline, schedule = samples.decode_sample(
                (folder / f"{row['schedule_id']:04}.sample").read_bytes()
            )
            self.assertEqual((pipeline, schedule), (int(folder.name), row["schedule_id"]))
            self.assertEqual(len(samples.stage_features(featurization)[0]), meta["stages"])
            self.assertAlmostEqual(time, min(row["passes_ms"]), delta=1e-5 * time + 1e-6)
