"""Learners by LightGBM on features pooled over tensors: regression of log times, and ranking."""

from functools import lru_cache

import lightgbm
import numpy as np

from comparison.features import centred, centred_ranks, log_times, pooled

TARGETS = {"log time": log_times, "rank": centred_ranks}
GRADES = 31  # relevance grade of a program's fastest configuration in LightGBM's ranker; the slowest has grade 0
GAINS = {"linear": list(range(GRADES + 1)), "squared": [g * g for g in range(GRADES + 1)]}
TREES = (100, 200, 400)
COMMON = {
    "learning_rate": 0.05,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
    "max_bin": 63,
    "num_threads": 1,
    "force_col_wise": True,
    "deterministic": True,
    "verbose": -1,
}


class Boosting:
    """Base class of learners by LightGBM. Subclasses define labels, parameters, and whether a larger output means
    faster."""

    seeds = None  # number of random seeds to train with; None: as many as the user requests

    def fit(self, training, settings, seed):
        settings = dict(settings)
        trees = settings.pop("trees")
        booster = self.booster(tuple(training), tuple(settings.items()), seed)
        sign = -1 if self.larger_is_faster else 1
        return lambda program: sign * booster.predict(pooled(program)[0], num_iteration=trees)

    # Caches the last booster, because hyperparameters that differ only in the number of trees share one booster.
    @lru_cache(maxsize=1)  # noqa: B019
    def booster(self, training, settings, seed):
        settings = dict(settings)
        data = lightgbm.Dataset(
            np.concatenate([pooled(p)[0] for p in training]),
            np.concatenate([self.labels(p, settings) for p in training]),
            weight=np.concatenate([np.full(len(p.times), 1 / len(p.times)) for p in training]) * 20,
            group=[len(p.times) for p in training] if self.larger_is_faster else None,
            params=COMMON,
        )
        parameters = {**COMMON, **self.parameters(settings), "num_leaves": settings["leaves"], "seed": seed}
        parameters["min_data_in_leaf"] = settings["least"]
        return lightgbm.train(parameters, data, max(TREES))


class Regression(Boosting):
    name = "LightGBM regression"
    larger_is_faster = False
    settings = [
        {"target": target, "leaves": leaves, "least": least, "trees": trees}
        for target in TARGETS
        for leaves, least in ((7, 20), (31, 20))
        for trees in TREES
    ]

    def labels(self, program, settings):
        return centred(TARGETS[settings["target"]](program))

    def parameters(self, settings):
        return {"objective": "regression"}


class Ranker(Boosting):
    name = "LightGBM lambdarank"
    larger_is_faster = True
    settings = [
        {"gain": gain, "leaves": leaves, "least": least, "trees": trees}
        for gain in GAINS
        for leaves, least in ((7, 20), (31, 20))
        for trees in TREES
    ]

    def labels(self, program, settings):
        return np.rint(GRADES * (1 - centred_ranks(program)) / 2).astype(int)

    def parameters(self, settings):
        return {"objective": "lambdarank", "label_gain": GAINS[settings["gain"]], "lambdarank_truncation_level": 100}
