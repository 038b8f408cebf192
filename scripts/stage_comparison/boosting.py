"""Predicts run times by LightGBM on one feature vector per schedule. An inner cross-validation selects the
hyperparameters."""

from functools import cache

import lightgbm
import numpy as np
from comparison import boosting

from stage_comparison import splits
from stage_comparison.pooling import POOLINGS, pooled

INNER_FOLDS = 3
COMMON = {**boosting.COMMON, "min_data_in_leaf": 5, "max_bin": 127}
SETTINGS = [
    {"pooling": pooling, "objective": objective, "leaves": leaves}
    for pooling in POOLINGS
    for objective in ("l1", "l2")
    for leaves in (15, 63)
]

features = cache(pooled)


def gathered(pipelines, selected, pooling):
    """Returns features [schedules, F] and logarithms of the run times of the selected schedules. `selected`: {index of
    the pipeline: indices of its schedules}."""
    rows = [features(pipelines[number], pooling)[indices] for number, indices in selected.items()]
    times = [pipelines[number].times[indices] for number, indices in selected.items()]
    return np.concatenate(rows), np.log(np.concatenate(times))


def fit(rows, labels, setting, trees, seed):
    data = lightgbm.Dataset(rows, labels, params=COMMON)
    parameters = {**COMMON, "objective": setting["objective"], "num_leaves": setting["leaves"], "seed": seed}
    return lightgbm.train(parameters, data, trees)


def inner_splits(split):
    """Yields pairs (training, validation) of inner folds: splits the training schedules in the same way as `split`
    divides all schedules."""
    random = np.random.default_rng(split.seed)
    if split.kind == splits.UNSEEN:
        numbers = random.permutation(list(split.training))
        for fold in range(INNER_FOLDS):
            out = set(numbers[fold::INNER_FOLDS].tolist())
            yield (
                {number: all for number, all in split.training.items() if number not in out},
                {number: all for number, all in split.training.items() if number in out},
            )
        return
    folds = {number: random.permutation(len(all)) % INNER_FOLDS for number, all in split.training.items()}
    for fold in range(INNER_FOLDS):
        yield (
            {number: all[folds[number] != fold] for number, all in split.training.items()},
            {number: all[folds[number] == fold] for number, all in split.training.items()},
        )


def select(pipelines, split, counts):
    """Returns the hyperparameters and the number of trees, one of `counts`, that have the lowest mean error of the
    logarithmic run time over the inner folds."""
    errors = {}
    for training, test in inner_splits(split):
        for number, setting in enumerate(SETTINGS):
            booster = fit(*gathered(pipelines, training, setting["pooling"]), setting, max(counts), split.seed)
            rows, labels = gathered(pipelines, test, setting["pooling"])
            for trees in counts:
                error = np.mean(np.abs(booster.predict(rows, num_iteration=trees) - labels))
                errors.setdefault((number, trees), []).append(error)
    number, trees = min(errors, key=lambda key: np.mean(errors[key]))
    return SETTINGS[number], trees


def predict(pipelines, split, counts):
    """Returns the predicted run times of the test schedules in ms, in the order of split.test, and the selected
    hyperparameters. `counts`: numbers of trees to select from."""
    setting, trees = select(pipelines, split, counts)
    pooling = setting["pooling"]
    booster = fit(*gathered(pipelines, split.training, pooling), setting, trees, split.seed)
    rows, _ = gathered(pipelines, split.test, pooling)
    return np.exp(booster.predict(rows)), {**setting, "trees": trees}
