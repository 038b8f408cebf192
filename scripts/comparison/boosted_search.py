"""A peer of the search of `hlorank tune`: LightGBM proposes what to measure next.

What it learned from other programs is the start. What was measured of this one is learned from by more trees, on the
same pooled features and on which layout every slot has.
"""

import lightgbm
import numpy as np

from comparison.boosting import COMMON, Regression
from comparison.features import centred, pooled
from comparison.search import choose

BATCH = 8  # as many at a time as `hlorank tune` measures


class BoostedSearch:
    """`training`: programs that it learns from beforehand."""

    SETTINGS = {"trees": 30, "leaves": 4, "least": 2, "rate": 0.1, "by_mean": 2}

    def __init__(self, training, settings=SETTINGS):
        peer = Regression()
        training = [p for p in training if len(p.times) > 1]
        self.score = peer.fit(training, choose(peer, training), seed=1)
        self.settings = settings

    def replay(self, program, first, seed):
        """Indices of the judged configurations in the order of measurement, those of `first` first, up to the batch that
        has the fastest."""
        prior = centred(self.score(program))
        features = np.concatenate([pooled(program)[0], layouts_of(program)], 1)
        features = features[:, features.std(0) > 0]
        values = np.log(program.times / program.automatic)
        random, order = np.random.default_rng(seed), list(first)
        while np.argmin(values) not in order:
            left = np.setdiff1d(np.arange(len(values)), order)
            batch = []
            for i in range(BATCH):
                learned = np.array(order)
                if i >= self.settings["by_mean"]:  # explores: what another draw of the measurements would have said
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
    """1 where a configuration gives a slot that layout: [judged, rows]."""
    there = np.zeros((len(program.rows), len(program.arrays["terms"])), np.float32)
    np.put_along_axis(there, program.rows, 1, 1)
    return there
