"""The two kinds of splits: pipelines that no method has seen, and unseen schedules of pipelines that all have seen."""

from dataclasses import dataclass

import numpy as np

TESTED = 0.2  # share of a pipeline's schedules that a random split holds out
UNSEEN, RANDOM = "unseen pipelines", "random schedules"


@dataclass(eq=False)
class Split:
    """`training` and `test`: {number of the pipeline: indices of its schedules}."""

    kind: str
    seed: int
    fold: int
    training: dict
    test: dict

    @property
    def name(self):
        return f"{self.kind.split()[0]}-{self.seed}-{self.fold}"


def by_pipeline(pipelines, folds, seed):
    """Yields a split per fold; each pipeline is in the test set of one. The seed assigns the pipelines to folds."""
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
    """A split that holds out TESTED of the schedules of every pipeline."""
    random, training, test = np.random.default_rng(seed), {}, {}
    for number, pipeline in enumerate(pipelines):
        order = random.permutation(pipeline.count)
        count = max(2, round(TESTED * pipeline.count))
        test[number], training[number] = np.sort(order[:count]), np.sort(order[count:])
    return Split(RANDOM, seed, 0, training, test)


def all_of(pipelines, folds, seeds):
    """All splits of the comparison, with seeds from 1."""
    for seed in range(1, seeds + 1):
        yield by_schedule(pipelines, seed)
        yield from by_pipeline(pipelines, folds, seed)
