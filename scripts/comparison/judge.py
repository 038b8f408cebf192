"""Compares ranking methods by quality figures per program, with intervals of means and of differences between
methods."""

import numpy as np

from comparison.bootstrap import Bootstrap
from comparison.metrics import FIGURES, figures_of


class Judge:
    def __init__(self, programs):
        self.programs = programs
        self.bootstrap = Bootstrap([p.family for p in programs])
        self.figures = {}  # {name of the method: quality figures [seeds, programs, figures]}

    def add_scores(self, name, seeds):
        """Adds a method by its scores. `seeds`: for each seed, {program: scores}."""
        self.figures[name] = np.array([[figures_of(scores[p.name], p) for p in self.programs] for scores in seeds])

    def add_baseline(self, name, entries):
        """Adds a method by figures that hlorank wrote: {program: {figure: number or null}}."""
        self.figures[name] = np.array([[[number(entries[p.name][f]) for f in FIGURES] for p in self.programs]])

    def table(self, ours):
        """Table of all methods: {method: {figure: {mean, low, high, seeds?, ahead?}}}.

        Figures are averaged over seeds for each program. Bootstrap intervals (low, high) resample families of programs.
        `seeds` is the standard deviation over seeds of the figure's mean. `ahead` is the advantage of the method `ours`
        over this method, as {mean, low, high}.
        """
        means = {name: values.mean(0) for name, values in self.figures.items()}
        result = {}
        for name, values in means.items():
            result[name] = {}
            for f, figure in enumerate(FIGURES):
                entry = interval(self.bootstrap.mean(values[:, f]))
                if len(self.figures[name]) > 1:
                    entry["seeds"] = float(np.std(np.nanmean(self.figures[name][:, :, f], 1), ddof=1))
                if name != ours:
                    sign = -1 if figure.startswith("slowdown") else 1
                    entry["ahead"] = interval(self.bootstrap.mean(sign * (means[ours][:, f] - values[:, f])))
                result[name][figure] = entry
        return result


def ensemble(seeds):
    """Averages scores over seeds. First standardises the scores of each seed to mean 0 and standard deviation 1 within
    each program."""

    def standard(scores):
        scores = np.asarray(scores, float)
        return (scores - scores.mean()) / (scores.std() or 1)

    return [{name: np.mean([standard(scores[name]) for scores in seeds], 0) for name in seeds[0]}]


def number(value):
    return np.nan if value is None else value


def interval(values):
    return dict(zip(("mean", "low", "high"), values))
