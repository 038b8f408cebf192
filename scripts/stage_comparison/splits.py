"""Splits measured schedules for training and test, in two ways: the test set has whole pipelines, or a random part of
the schedules of every pipeline."""

from dataclasses import dataclass

import numpy as np

TESTED = 0.2  # fraction of a pipeline's schedules that a split by schedule holds out
UNSEEN, RANDOM = "unseen pipelines", "random schedules"


@dataclass(eq=False)
class Split:
    """Training and test set. `training`, `test`: {index of the pipeline: indices of its schedules}."""

    kind: str
    seed: int
    fold: int
    training: dict
    test: dict

    @property
    def name(self):
        return f"{self.kind.split()[0]}-{self.seed}-{self.fold}"


def by_pipeline(pipelines, folds, seed):
    """Yields a split per fold, whose test set is the pipelines of the fold. Assigns pipelines to folds at random by the
    seed."""
    fold_of = np.random.default_rng(seed).permutation(len(pipelines)) % folds
    whole = {number: np.arange(p.count) for number, p in enumerate(pipelines)}
    for fold in range(folds):
        yield Split(
            UNSEEN,
            seed,
            fold,
            {number: all for number, all in whole.items() if fold_of[number] != fold},
            {number: all for number, all in whole.items() if fold_of[number] == fold},
        )


def by_schedule(pipelines, seed):
    """Returns a split whose test set has the fraction TESTED of the schedules of every pipeline, sampled at random."""
    random, training, test = np.random.default_rng(seed), {}, {}
    for number, pipeline in enumerate(pipelines):
        order = random.permutation(pipeline.count)
        count = max(2, round(TESTED * pipeline.count))
        test[number], training[number] = np.sort(order[:count]), np.sort(order[count:])
    return Split(RANDOM, seed, 0, training, test)


def all_of(pipelines, folds, seeds):
    """Yields all splits of the comparison, by schedule and by pipeline, for seeds 1 to `seeds`."""
    for seed in range(1, seeds + 1):
        yield by_schedule(pipelines, seed)
        yield from by_pipeline(pipelines, folds, seed)
