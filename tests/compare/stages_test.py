"""Tests `npm run compare:stages`, which compares methods that predict run times of schedules: splits into training and
test, metrics, the files of a split, and the fitted scale factor."""

import multiprocessing
import signal
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, "scripts")
sys.path.insert(0, "tests/support")
import halide_pipeline
from halide_samples import pack, samples
from stage_comparison import compare, figures, halide_model, pipelines, pooling, splits


def write_pipeline(folder, number, schedules):
    """Writes a pipeline whose schedules take 1, 2, ... ms, measured in three passes."""
    rows = [{"passes_ms": [1.2 * (1 + id), 1 + id, 1.1 * (1 + id)]} for id in range(schedules)]
    features = lambda random: random.integers(0, 99, (3, 39)).astype("<f4")
    halide_pipeline.write_pipeline(folder, number, range(1, 1 + schedules), features, rows, family="plain")


class StagesTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        for number, schedules in enumerate((10, 5, 8)):
            write_pipeline(self.folder / f"in/{number:04}", number, schedules)
        self.found = pipelines.load([self.folder / "in"])

    def test_packed_and_unpacked_pipelines_are_the_same(self):
        (self.folder / "packed").mkdir()
        pack.pack(self.folder / "in", self.folder / "packed")
        self.assertEqual(pipelines.fingerprint(pipelines.load([self.folder / "packed"])), pipelines.fingerprint(self.found))

    def test_repeats_leave_out_the_shortest_pass(self):
        np.testing.assert_allclose(self.found[1].repeats, [1.1 * np.arange(1, 6), 1.2 * np.arange(1, 6)])

    def test_each_pipeline_is_unseen_in_one_fold_and_seeds_differ(self):
        folds = list(splits.by_pipeline(self.found, 3, seed=1))
        self.assertEqual(sorted(number for split in folds for number in split.test), [0, 1, 2])
        for split in folds:
            self.assertFalse(split.training.keys() & split.test.keys())
        self.assertNotEqual(
            *([list(split.test) for split in splits.by_pipeline(self.found, 3, seed)] for seed in (1, 2))
        )

    def test_a_random_split_holds_out_a_fifth_of_every_pipeline(self):
        split = splits.by_schedule(self.found, seed=1)
        self.assertEqual([len(split.test[number]) for number in range(3)], [2, 2, 2])
        for number, pipeline in enumerate(self.found):
            both = np.sort(np.concatenate([split.training[number], split.test[number]]))
            np.testing.assert_array_equal(both, np.arange(pipeline.count))

    def test_files_of_a_split_hold_the_selected_schedules_of_renumbered_pipelines(self):
        twice = pipelines.load([self.folder / "in", self.folder / "in"])
        pipelines.write(twice, {4: np.array([1, 3])}, self.folder / "out")
        files = sorted((self.folder / "out").rglob("*.sample"))
        self.assertEqual([file.name for file in files], ["0001.sample", "0003.sample"])
        decoded = [samples.decode_sample(file.read_bytes())[1:] for file in files]
        self.assertEqual(decoded, [(2.0, 4, 1), (4.0, 4, 3)])

    def test_pooled_sums_are_logarithms_of_totals(self):
        schedule = self.found[0].arrays["schedule_features"]
        rows = pooling.pooled(self.found[0], "sums")
        np.testing.assert_allclose(rows[:, :39], np.log1p(schedule.sum(1)), rtol=1e-5)
        self.assertEqual(rows[0, -2:].tolist(), [3, 1])  # the last two features: numbers of stages and updates
        self.assertEqual(pooling.pooled(self.found[0], "all").shape, (10, rows.shape[1] + 39 + 39 + 287))

    def test_the_factor_minimises_the_median_error(self):
        times = np.linspace(1, 5, 50)
        self.assertAlmostEqual(halide_model.best_factor(times / 7, times), 7, places=5)


class FakeJob:
    """A job that exits with `code` after writing the file `mark`, or waits until it is ended."""

    def __init__(self, mark, code=0, seconds=0):
        self.mark, self.code, self.seconds = mark, code, seconds

    def run(self):
        time.sleep(self.seconds)
        self.mark.touch()
        sys.exit(self.code)

    def start(self):
        self.process = multiprocessing.get_context("fork").Process(target=self.run)
        self.process.start()
        return self.process


class JobsTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.addCleanup(signal.signal, signal.SIGTERM, signal.getsignal(signal.SIGTERM))
        self.folder = Path(temporary.name)

    def test_all_jobs_run(self):
        for at_once in (1, 2, 9):
            marks = [self.folder / f"{at_once}-{number}" for number in range(4)]
            compare.run_all([FakeJob(mark) for mark in marks], at_once)
            self.assertTrue(all(mark.exists() for mark in marks))

    def test_a_job_that_fails_ends_the_running_and_prevents_the_waiting_ones(self):
        failing, running, waiting = (
            FakeJob(self.folder / "failing", code=1),
            FakeJob(self.folder / "running", seconds=60),
            FakeJob(self.folder / "waiting"),
        )
        with self.assertRaisesRegex(SystemExit, "the same command continues"):
            compare.run_all([failing, running, waiting], 2)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["failing"])
        self.assertFalse(running.process.is_alive())


class FiguresTest(unittest.TestCase):
    def setUp(self):
        self.times = np.array([1.0, 2, 4, 1, 1.05])
        self.judge = figures.Judge(self.times, [0, 0, 0, 1, 1])

    def test_perfect_predictions(self):
        found = self.judge.figures([self.times])
        for figure, best in zip(figures.FIGURES, (0, 0, 0, 1, 1, 0)):
            self.assertAlmostEqual(found[figure][0], best, msg=figure)

    def test_errors_are_relative_and_pairs_ignore_times_that_are_close(self):
        found = self.judge.figures([np.array([1.1, 3, 2.9, 2, 1])])
        self.assertAlmostEqual(found["medianError"][0], 0.275)
        self.assertAlmostEqual(found["largestError"][0], 1)
        self.assertAlmostEqual(found["pairAccuracy"][0], 2 / 3)  # times of the second pipeline are too close
        self.assertAlmostEqual(found["slowdown1"][0], 0.025)

    def test_schedules_that_are_not_tested_do_not_count(self):
        found = self.judge.figures([np.array([1, 2, 4, np.nan, np.nan])])
        self.assertEqual(found["meanError"][0], 0)

    def test_intervals_resample_pipelines(self):
        good, bad = self.judge.figures([self.times]), self.judge.figures([self.times * np.array([1, 1, 1, 2, 2])])
        table = figures.table({"ours": good, "other": bad}, "ours")
        self.assertEqual(table["other"]["meanError"]["low"], 0)  # some resamples have only the first pipeline
        self.assertEqual(table["other"]["meanError"]["high"], 1)
        self.assertAlmostEqual(table["other"]["meanError"]["ahead"]["mean"], 0.4)


if __name__ == "__main__":
    unittest.main()
