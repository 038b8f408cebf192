"""Tests `npm run tune:halide`, which searches fast schedules. Tests the best times that it reports and their summary.
"""

import sys
import unittest

sys.path.insert(0, "scripts")
from halide_samples import tune_page


def result(index, model, random, default):
    rows = lambda times: [{"ms": ms} for ms in times]
    return {
        "index": index,
        "family": "plain",
        "stages": 5,
        "noise": 0.01,
        "default": None if default is None else {"ms": default, "search_seconds": 3.0},
        "tried": {"model": rows(model), "random": rows(random)},
        "pool_seconds": 2.0,
        "ranking_seconds": 0.5,
    }


class TuneTest(unittest.TestCase):
    def setUp(self):
        self.results = [result(0, [2.0, 1.0], [None, 4.0], 2.0), result(1, [1.0], [1.01, 3.0], None)]

    def test_failed_schedules_do_not_count(self):
        best = tune_page.best_times(self.results[0])
        self.assertEqual(best, {"model": 1.0, "random": 4.0, "Adams2019's choice": 2.0})

    def test_the_summary_has_geometric_means_over_pipelines_with_both_times(self):
        found = tune_page.summary(self.results)
        self.assertAlmostEqual(found["random"]["faster"], (4 * 1.01) ** 0.5)
        self.assertEqual([found["random"][key] for key in ("pipelines", "won", "lost")], [2, 1, 0])
        self.assertEqual(found["Adams2019's choice"]["pipelines"], 1)
        self.assertAlmostEqual(found["Adams2019's choice"]["faster"], 2)

    def test_a_row_per_pipeline(self):
        heading, first, second = tune_page.rows(self.results)
        self.assertEqual(len(heading), len(first))
        self.assertEqual(second, ["01 plain", "5", "1", "1.01", "–", "1.0"])


if __name__ == "__main__":
    unittest.main()
