"""Computes 95 % bootstrap intervals of means over programs by resampling families of programs with replacement.

Programs of one family resemble each other, so resampling programs would give intervals that are too narrow.
"""

import numpy as np

RESAMPLES = 10_000


class Bootstrap:
    def __init__(self, families, seed=0):
        names, self.family = np.unique(families, return_inverse=True)
        self.weights = np.random.default_rng(seed).multinomial(len(names), np.full(len(names), 1 / len(names)), RESAMPLES)

    def mean(self, values):
        """Returns the mean of values [programs] and the bootstrap interval of the mean: (mean, low, high). Ignores NaN,
        as `hlorank evaluate` does."""
        there = np.isfinite(values)
        if not there.any():
            return (np.nan,) * 3
        count = len(self.weights[0])
        sums = np.bincount(self.family, np.where(there, values, 0), count)
        counts = np.bincount(self.family, there, count)
        resampled = self.weights @ counts
        means = (self.weights @ sums)[resampled > 0] / resampled[resampled > 0]
        return (float(sums.sum() / counts.sum()), *(float(q) for q in np.quantile(means, [0.025, 0.975])))
