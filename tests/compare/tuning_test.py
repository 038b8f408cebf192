"""Tests `npm run compare:tune`, which compares search methods for layouts. Tests the numbers of measurements, that all
methods have the same candidates, and the plot."""

import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy as np

sys.path.insert(0, "scripts")
from comparison import data, plot, tuning
from comparison.boosted_search import BoostedSearch

FILES = sorted(Path("data/layouts/valid").glob("*.npz"), key=lambda path: (path.stat().st_size, path.name))[:2]


class TuningTest(unittest.TestCase):
    def test_measurements_are_counted_until_nearly_all_of_the_gain_is_reached(self):
        times = np.array([100.0, 90, 80, 79.9, 110])
        program = SimpleNamespace(name="a", family="a", compiler_default=100.0, times=times)
        traces = {"ours": {"a": [times[[0, 2, 1, 3, 4]]]}, "random": {"a": [times[[0, 4, 1, 3, 2]], times]}}
        found = tuning.figures(traces, [program], {"a": ([], [0])})
        self.assertEqual((found["rewarding"], found["left"]), (1, 1))
        ours, random = found["methods"]["ours"], found["methods"]["random"]
        self.assertEqual(ours["until"], {"a": 2})
        self.assertEqual(random["until"], {"a": 3.5})
        self.assertAlmostEqual(ours["of random"]["mean"], 2 / 3.5)
        self.assertAlmostEqual(ours["share"][1]["mean"], (100 / 80 - 1) / (100 / 79.9 - 1))
        self.assertEqual(ours["share"][tuning.COUNTS[-1] - 1]["mean"], 1)

    def test_programs_whose_first_measurement_is_the_best_are_not_searched(self):
        times = np.array([80.0, 90, 100])
        there, not_there = (
            SimpleNamespace(name=name, family=name, compiler_default=100.0, times=np.array(times) if name == "a" else times[::-1])
            for name in "ab"
        )
        traces = {"random": {"a": [there.times], "b": [not_there.times]}}
        found = tuning.figures(traces, [there, not_there], {"a": ([], [0]), "b": ([], [0])})
        self.assertEqual((found["rewarding"], found["left"]), (2, 1))
        self.assertEqual(found["methods"]["random"]["until"], {"b": 3})

    def test_all_searches_have_the_same_pool_and_the_same_start(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = [data.opened(f, folder, data.family_of(f.stem)) for f in FILES]
            learned = BoostedSearch.__new__(BoostedSearch)
            learned.score, learned.settings = lambda program: np.zeros(len(program.times)), BoostedSearch.SETTINGS
            replays = {name: tuning.replayed(name, "analytical", FILES, 1) for name in tuning.OURS}
            for program, file in zip(programs, FILES):
                free, first = tuning.start_of(program, file)
                order = learned.replay(program, free + first, seed=1)
                self.assertEqual(order[: len(free + first)], free + first)
                self.assertEqual(len(set(order)), len(order))
                self.assertIn(np.argmin(program.times), order)
                for name, traces in replays.items():
                    for times in traces[program.name]:
                        np.testing.assert_allclose(times[: len(first)], program.times[first], rtol=1e-6, err_msg=name)
                        expected = np.sort(np.delete(program.times, free))
                        np.testing.assert_allclose(np.sort(times), expected, rtol=1e-6, err_msg=name)

    def test_the_axis_of_a_plot_covers_its_curves(self):
        self.assertEqual([plot.nice(most) for most in (100, 101, 7.3, 10)], [100, 125, 10, 10])
        curve = ([0, 50, 100], [0, 40, 90], [0, 60, 100])
        panel = {"title": "t", "x": "n", "unit": " %", "counts": [1, 2, 4], "curves": {"a": curve}}
        top_right = f"{plot.WIDTH - plot.RIGHT:.1f} {plot.TOP:.1f}"
        self.assertIn(f'L{top_right}"', plot.side_by_side([panel]))


if __name__ == "__main__":
    unittest.main()
