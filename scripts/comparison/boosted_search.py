"""Searches fast layouts as `hlorank tune` does, but with LightGBM, which proposes the configurations to measure next.

A regression trained on other programs predicts the times before any measurement (the prior). After each batch, more
trees fit the differences between measurements and prior, on the same features pooled over tensors and on the layout of
every tensor that can be chosen.
"""

import lightgbm
import numpy as np

from comparison.boosting import COMMON, Regression
from comparison.features import centred, pooled
from comparison.search import choose

BATCH = 8  # number of configurations that are measured before the model is fitted again, as in `hlorank tune`


class BoostedSearch:
    """A search for fast layouts by boosted trees. `training`: other programs, whose measurements train the model before
    the search starts."""

    SETTINGS = {"trees": 30, "leaves": 4, "least": 2, "rate": 0.1, "by_mean": 2}

    def __init__(self, training, settings=SETTINGS):
        peer = Regression()
        training = [p for p in training if len(p.times) > 1]
        self.score = peer.fit(training, choose(peer, training), seed=1)
        self.settings = settings

    def replay(self, program, first, seed):
        """Simulates a search on recorded times. Returns the indices of the configurations in the order of measurement:
        the indices `first`, then batches that the model proposes. Stops after the batch that contains the fastest
        configuration."""
        prior = centred(self.score(program))
        features = np.concatenate([pooled(program)[0], layouts_of(program)], 1)
        features = features[:, features.std(0) > 0]
        values = np.log(program.times / program.compiler_default)
        random, order = np.random.default_rng(seed), list(first)
        while np.argmin(values) not in order:
            left = np.setdiff1d(np.arange(len(values)), order)
            batch = []
            for i in range(BATCH):
                learned = np.array(order)
                if i >= self.settings["by_mean"]:  # fit a random sample of the measurements, to explore
                    learned = random.choice(learned, len(learned))
                if i == 0 or i >= self.settings["by_mean"]:
                    predicted = prior + self.correction(features, learned, (values - prior)[learned])
                rest = np.setdiff1d(left, batch)
                if len(rest):
                    batch.append(rest[np.argmin(predicted[rest])])
            order += batch
        return order

    def correction(self, features, learned, residuals):
        if len(learned) < 2 * self.settings["least"]:
            return np.zeros(len(features))
        data = lightgbm.Dataset(features[learned], residuals, params={**COMMON, "min_data_in_bin": 1})
        parameters = {
            **COMMON,
            "min_data_in_bin": 1,
            "bagging_freq": 0,
            "num_leaves": self.settings["leaves"],
            "min_data_in_leaf": self.settings["least"],
            "learning_rate": self.settings["rate"],
        }
        return lightgbm.train(parameters, data, self.settings["trees"]).predict(features)


def layouts_of(program):
    """One-hot layouts, [configurations, (tensor, layout) pairs]: 1 where the tensor has the layout in the
    configuration."""
    there = np.zeros((len(program.rows), len(program.arrays["terms"])), np.float32)
    np.put_along_axis(there, program.rows, 1, 1)
    return there
