"""Tests `npm run compare:stages` on workloads of TVM. Tests the files of the workloads and, if TVM is installed, TVM's
own cost model."""

import gzip
import json
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, "scripts")
sys.path.insert(0, "tests/support")
import halide_pipeline
from stage_comparison import figures, page, pipelines, splits, tvm_model
from stage_comparison.methods import XGB

COLLECTION = Path("data/tvm")


def write_workload(folder, schedules):
    """Writes a workload whose schedules take 1, 2, ... ms, measured in three passes."""
    folder.mkdir(parents=True)
    records = [json.dumps([0, [[[], []], [1e-3 * (1 + id)], {}, []]]) + "\n" for id in range(schedules)]
    (folder / "database_tuning_record.json.gz").write_bytes(gzip.compress("".join(records).encode()))
    (folder / "database_workload.json").write_text('["hash", "module"]\n')
    rows = [{"schedule_id": id, "passes_ms": [1.2 * (1 + id), 1 + id, 1.1 * (1 + id)]} for id in range(schedules)]
    (folder / "pipeline.json").write_text(json.dumps({"family": "dense", "schedules": rows}))


class WorkloadTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        for number, schedules in ((3, 4), (7, 6)):
            write_workload(self.folder / f"in/{number:04}", schedules)

    def test_times_and_repeats_are_those_of_the_passes(self):
        found = pipelines.load([self.folder / "in"])
        self.assertEqual([workload.name for workload in found], ["0000", "0001"])
        np.testing.assert_allclose(found[0].times, np.arange(1, 5))
        np.testing.assert_allclose(found[0].repeats, [1.1 * np.arange(1, 5), 1.2 * np.arange(1, 5)])

    def test_files_of_a_split_hold_the_selected_records(self):
        found = pipelines.load([self.folder / "in"])
        pipelines.write(found, {1: np.array([1, 4])}, self.folder / "out")
        written = self.folder / "out/0001"
        times = [json.loads(line)[1][1] for line in (written / "database_tuning_record.json").read_text().splitlines()]
        np.testing.assert_allclose(times, [[2e-3], [5e-3]])
        self.assertEqual((written / "database_workload.json").read_text(), '["hash", "module"]\n')

    def test_records_without_passes_are_an_error(self):
        (self.folder / "in/0003/pipeline.json").write_text('{"schedules": []}')
        with self.assertRaisesRegex(SystemExit, "4 records and 0 schedules"):
            pipelines.load([self.folder / "in"])

    def test_schedules_of_both_compilers_are_an_error(self):
        halide_pipeline.write_pipeline(self.folder / "halide/0000", 0, [1, 2], lambda random: np.ones((3, 39), "<f4"))
        with self.assertRaisesRegex(SystemExit, "one after the other"):
            pipelines.load([self.folder / "in", self.folder / "halide"])


class OrderTest(unittest.TestCase):
    def test_predictions_without_a_unit_have_figures_of_order_only(self):
        judge = figures.Judge([1.0, 2, 4], [0, 0, 0])
        scores = np.array([0.9, 0.5, -0.1])
        found = figures.of_order(judge.figures([tvm_model.in_order(scores)]))
        self.assertEqual((found["pairAccuracy"][0], found["slowdown1"][0]), (1, 0))
        self.assertTrue(np.isnan(found["medianError"]).all())
        table = figures.table({"ours": judge.figures([np.array([1.0, 2, 4])]), XGB: found}, "ours")
        self.assertEqual(page.cell(table[XGB]["meanError"], "meanError"), "– [–, –]")

    def test_a_score_is_throughput_relative_to_the_fastest_schedule(self):
        np.testing.assert_allclose(tvm_model.milliseconds(np.array([1, 0.5, 0.25]), 3), [3, 6, 12])


@unittest.skipUnless(tvm_model.python(), "TVM is not installed (npm run collect:tvm -- --help installs it)")
@unittest.skipUnless(COLLECTION.is_dir(), "data/tvm is missing")
class ModelTest(unittest.TestCase):
    def test_xgbmodel_orders_schedules_of_known_workloads(self):
        with tempfile.TemporaryDirectory() as name:
            folder, found = Path(name), pipelines.load([COLLECTION])[:2]
            split = splits.by_schedule(found, seed=1)
            for part, selected in (("training", split.training), ("test", split.test)):
                pipelines.write(found, selected, folder / part)
            known = tvm_model.scores(folder / "training", folder / "training", seed=1)
            unknown = tvm_model.scores(folder / "training", folder / "test", seed=1)
            for number, workload in enumerate(found):
                self.assertEqual(len(unknown[workload.name]), len(split.test[number]))
                times = workload.times[split.training[number]]
                self.assertGreater(figures.pair_accuracy(tvm_model.in_order(known[workload.name]), times), 0.75)


if __name__ == "__main__":
    unittest.main()
