"""Computes the accuracy of predicted run times, with 95 % bootstrap intervals over pipelines."""

import numpy as np

APART = 0.1  # a pair of schedules counts if one takes more than this fraction longer
RESAMPLES = 1000
FIGURES = ("medianError", "meanError", "largestError", "logR2", "pairAccuracy", "slowdown1")
OF_ORDER = ("pairAccuracy", "slowdown1")  # figures that depend only on the order of the predictions, not on their unit
HIGHER_IS_BETTER = ("logR2", "pairAccuracy")


def pair_accuracy(predicted, times):
    """Fraction of pairs of schedules that are predicted in the right order, among pairs whose times differ by more than
    APART. Equal predictions count as wrong."""
    apart = times[:, None] > (1 + APART) * times[None, :]
    right = predicted[:, None] > predicted[None, :]
    return np.sum(apart & right) / np.sum(apart) if apart.any() else np.nan


def slowdown(predicted, times):
    """Run time of the schedule that is predicted to be the fastest, divided by the least run time, minus 1."""
    return times[np.argmin(predicted)] / times.min() - 1


class Judge:
    """Computes figures of predictions by several methods for the same measured schedules.

    `times`: run times in ms, [schedules of all pipelines]; `pipeline`: index of the pipeline of each schedule."""

    def __init__(self, times, pipeline):
        self.times, self.pipeline = np.asarray(times, float), np.asarray(pipeline)
        count = self.pipeline.max() + 1
        resampled = np.random.default_rng(0).multinomial(count, np.full(count, 1 / count), RESAMPLES)
        self.weights = np.concatenate([np.ones((1, count), int), resampled])  # row 0: each pipeline counts once

    def figures(self, seeds):
        """Returns {figure: [1 + RESAMPLES] values, averaged over seeds}; value 0 is for all pipelines, the others for
        bootstrap resamples. `seeds`: for each seed, predictions in ms, [schedules], NaN if not in the test set."""
        with np.errstate(divide="ignore", invalid="ignore"):  # a resample may have no pipeline with a defined figure
            each = [self.figures_of(np.asarray(predicted, float)) for predicted in seeds]
        return {figure: np.mean([of[figure] for of in each], 0) for figure in FIGURES}

    def figures_of(self, predicted):
        tested = np.isfinite(predicted)
        predicted, times, pipeline = predicted[tested], self.times[tested], self.pipeline[tested]
        errors, logs, difference = np.abs(predicted / times - 1), np.log(times), np.log(predicted / times)
        total = lambda values: self.weights @ np.bincount(pipeline, values, self.weights.shape[1])
        count = total(np.ones(len(times)))
        spread = total(logs**2) - total(logs) ** 2 / count
        rankings = {
            "pairAccuracy": self.over_pipelines(pair_accuracy, predicted, times, pipeline),
            "slowdown1": self.over_pipelines(slowdown, predicted, times, pipeline),
        }
        return {
            "medianError": self.medians(errors, pipeline),
            "meanError": total(errors) / count,
            "largestError": self.largest(errors, pipeline),
            "logR2": 1 - total(difference**2) / spread,
            **rankings,
        }

    def medians(self, values, pipeline):
        """Returns the weighted median of `values` for each row of self.weights. `pipeline`: index of the pipeline of
        each value, which gives the weight."""
        order = np.argsort(values)
        sums = np.cumsum(self.weights[:, pipeline[order]], axis=1)
        return values[order][np.argmax(2 * sums >= sums[:, -1:], axis=1)]

    def largest(self, values, pipeline):
        most = np.full(self.weights.shape[1], -np.inf)
        np.maximum.at(most, pipeline, values)
        return np.where(self.weights > 0, most, -np.inf).max(1)

    def over_pipelines(self, figure, predicted, times, pipeline):
        """Computes `figure` for each pipeline and returns the weighted mean over pipelines for each row of
        self.weights. Leaves out pipelines in which the figure is undefined (NaN)."""
        values = np.full(self.weights.shape[1], np.nan)
        for number in np.unique(pipeline):
            values[number] = figure(predicted[pipeline == number], times[pipeline == number])
        there = np.isfinite(values)
        return self.weights @ np.where(there, values, 0) / (self.weights @ there)


def of_order(figures):
    """Replaces by NaN the figures that are meaningless for predictions without a unit. Keeps those that depend only on
    the order."""
    return {figure: values if figure in OF_ORDER else np.full_like(values, np.nan) for figure, values in figures.items()}


def interval(values):
    """Returns {mean, low, high} with the 95 % bootstrap interval. `values`: [1 + RESAMPLES], first the value for all
    pipelines. Leaves out resamples in which the figure is undefined."""
    there = values[1:][np.isfinite(values[1:])]
    low, high = np.quantile(there, [0.025, 0.975]) if len(there) else (np.nan, np.nan)
    return {"mean": float(values[0]), "low": float(low), "high": float(high)}


def table(of_methods, lead):
    """Returns {method: {figure: {mean, low, high, ahead?, ratio?}}}. `ahead`: by how much the method `lead` is better
    than this method. `ratio`: the error of this method divided by the error of `lead`. The bootstrap intervals of
    both compare the two methods on the same resampled pipelines."""
    result, ours = {}, of_methods[lead]
    for name, figures in of_methods.items():
        result[name] = {figure: interval(values) for figure, values in figures.items()}
        if name == lead:
            continue
        for figure, entry in result[name].items():
            sign = 1 if figure in HIGHER_IS_BETTER else -1
            entry["ahead"] = interval(sign * (ours[figure] - figures[figure]))
            if figure.endswith("Error"):
                entry["ratio"] = interval(figures[figure] / np.where(ours[figure] > 0, ours[figure], np.nan))
    return result
