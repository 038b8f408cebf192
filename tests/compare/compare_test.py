"""Tests `npm run compare`. Its metrics must equal those of hlorank, and the compared models must never train on
held-out programs."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import numpy as np
from scipy.stats import kendalltau

sys.path.insert(0, "scripts")
from comparison import compare, data, metrics, runs, search
from comparison.bootstrap import Bootstrap
from comparison.features import largest_per_value, pooled

FILES = sorted(Path("data/measured").glob("*.npz"), key=lambda path: (path.stat().st_size, path.name))[:6]
FOLDS = 3


class CompareTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        folder = Path(cls.folder.name)
        cls.run_folder = runs.cross_validate(FILES, folder / "run", FOLDS, 1, "--epochs 1")
        cls.programs = data.load(FILES, cls.run_folder / "metrics.json", folder / "inputs")
        cls.entries = {entry["name"]: entry for entry in runs.metrics(cls.run_folder)["programs"]}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def assert_figures(self, scores, program, entry):
        expected = [np.nan if entry[name] is None else entry[name] for name in metrics.FIGURES]
        np.testing.assert_allclose(metrics.figures_of(scores, program), expected, atol=1e-9, err_msg=program.name)

    def test_figures_of_a_run_equal_those_in_its_metrics(self):
        scores = runs.scores(self.run_folder, self.programs)
        for program in self.programs:
            self.assert_figures(scores[program.name], program, self.entries[program.name])

    def test_analytical_scores_have_the_figures_of_evaluate(self):
        command = [data.HLORANK, "evaluate", "analytical", *map(str, FILES), "--json"]
        written = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        entries = {entry["name"]: entry for entry in written["programs"]}
        for program in self.programs:
            self.assert_figures(metrics.analytical(program), program, entries[program.name])

    def test_tau_equals_that_of_scipy(self):
        draw = np.random.default_rng(1)
        scores, times = draw.integers(0, 9, 40), draw.integers(1, 20, 40).astype(float)
        self.assertAlmostEqual(metrics.tau(scores, times), kendalltau(scores, times).statistic)

    def test_every_program_has_one_fold_and_families_stay_together(self):
        self.assertEqual(len(self.programs), len(FILES))
        folds = {}
        for program in self.programs:
            self.assertEqual(folds.setdefault(program.family, program.fold), program.fold)

    def test_pooled_features_of_the_program_layouts_are_zero(self):
        for program in self.programs:
            values, varying = pooled(program)
            own = np.flatnonzero((program.rows == program.reference).all(1))
            self.assertFalse(values[own, :varying].any())
            self.assertTrue(values[:, :varying].any())

    def test_a_value_counts_with_its_largest_entry(self):
        entries = np.array([[[1.0], [5.0], [3.0]]])
        self.assertEqual(largest_per_value(entries, np.array([0, 1, 0])), 8)

    def test_scores_come_from_models_that_did_not_train_on_the_family(self):
        class Memory:
            name, seeds, settings = "memory", None, [{}]

            def fit(self, training, settings, seed):
                known = {p.family for p in training}
                return lambda program: np.full(len(program.times), float(program.family in known))

        seeds, _ = search.cross_validate(Memory(), self.programs, 2, lambda line: None)
        self.assertEqual(len(seeds), 2)
        for scores in seeds:
            self.assertEqual(set(scores), {p.name for p in self.programs})
            self.assertFalse(any(values.any() for values in scores.values()))

    def test_only_missing_third_party_packages_skip_a_peer(self):
        options, lines = SimpleNamespace(peers="ridge", without_missing=True), []

        def peers(missing):
            error = ModuleNotFoundError(f"No module named '{missing}'", name=missing)
            with mock.patch.object(compare, "peer", side_effect=error):
                return list(compare.peers_of(options, lines.append))

        self.assertEqual(peers("lightgbm"), [])
        self.assertEqual(lines, ["ridge is left out: lightgbm is not installed"])
        with self.assertRaises(ModuleNotFoundError):
            peers("comparison.feature")

    def test_intervals_contain_the_mean_and_have_no_width_without_spread(self):
        bootstrap = Bootstrap(["a", "a", "b", "c"])
        mean, low, high = bootstrap.mean(np.array([1.0, 2.0, np.nan, 6.0]))
        self.assertAlmostEqual(mean, 3)
        self.assertTrue(low < mean < high)
        self.assertEqual(bootstrap.mean(np.full(4, 2.0)), (2, 2, 2))


if __name__ == "__main__":
    unittest.main()
