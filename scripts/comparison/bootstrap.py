"""95 % intervals of means over programs, by drawing families with replacement.

Programs of one family resemble each other, so that drawing programs would give intervals that are too narrow.
"""

import numpy as np

DRAWS = 10_000


class Bootstrap:
    def __init__(self, families, seed=0):
        names, self.family = np.unique(families, return_inverse=True)
        self.weights = np.random.default_rng(seed).multinomial(len(names), np.full(len(names), 1 / len(names)), DRAWS)

    def mean(self, values):
        """(mean, low, high) of values [programs]; NaN is left out, as in `hlorank evaluate`."""
        there = np.isfinite(values)
        if not there.any():
            return (np.nan,) * 3
        count = len(self.weights[0])
        sums = np.bincount(self.family, np.where(there, values, 0), count)
        counts = np.bincount(self.family, there, count)
        drawn = self.weights @ counts
        means = (self.weights @ sums)[drawn > 0] / drawn[drawn > 0]
        return (float(sums.sum() / counts.sum()), *(float(q) for q in np.quantile(means, [0.025, 0.975])))
