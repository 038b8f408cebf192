"""Computes ranking.tsv in the folder of this script with SciPy: python3 make.py. Each line is a test case: name, scores,
times, expected Kendall's tau-b, expected pair accuracy."""
import os

import numpy as np
from scipy.stats import kendalltau

random = np.random.default_rng(11)
nan = float("nan")


def pair_accuracy(scores, times):
    """Returns the ordered-pair accuracy as TpuGraphs' baselines define it. Pairs with equal scores count as wrong;
    pairs with equal times do not count."""
    slower = times[:, None] > times[None, :]
    return (slower & (scores[:, None] > scores[None, :])).sum() / slower.sum() if slower.any() else nan


def cases():
    yield "perfect", [1, 2, 3, 4], [10, 20, 30, 40]
    yield "reversed", [4, 3, 2, 1], [10, 20, 30, 40]
    yield "one_pair", [1, 2], [5, 4]
    yield "single", [1], [1]
    yield "constant_scores", [1, 1, 1], [1, 2, 3]
    yield "constant_times", [1, 2, 3], [7, 7, 7]
    yield "tied_scores", [1, 1, 2, 2], [1, 2, 3, 4]
    yield "tied_times", [1, 2, 3, 4], [1, 1, 2, 2]
    yield "tied_both", [1, 1, 2, 2, 3], [1, 1, 2, 2, 2]
    yield "nan_score", [1, nan, 3], [1, 2, 3]
    yield "nan_time", [1, 2, 3], [1, nan, 3]
    yield "infinite_score", [1, float("inf"), 3, -float("inf")], [1, 2, 3, 4]
    yield "negative_zero", [0.0, -0.0, 1], [1, 2, 3]
    for n in (3, 10, 65, 200):
        yield f"distinct_{n}", random.permutation(n), random.permutation(n)
        yield f"some_ties_{n}", random.integers(0, n // 2 + 1, n), random.integers(0, n // 2 + 1, n)
        yield f"many_ties_{n}", random.integers(0, 3, n), random.integers(0, 3, n)
        noise = random.normal(size=n)
        yield f"correlated_{n}", np.arange(n) + 3 * noise, np.arange(n) * 1000


def text(values):
    return ",".join(repr(float(value)) for value in values)


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "ranking.tsv"), "w") as table:
    for name, scores, times in cases():
        scores, times = np.asarray(scores, np.float32), np.asarray(times, np.float64)
        tau = kendalltau(scores, times).statistic if len(scores) > 1 else nan
        accuracy = nan if np.isnan(scores).any() or np.isnan(times).any() else pair_accuracy(scores, times)
        table.write(f"{name}\t{text(scores)}\t{text(times)}\t{float(tau)!r}\t{float(accuracy)!r}\n")
