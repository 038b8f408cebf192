"""Figures of predicted run times, with 95 % bootstrap intervals over pipelines."""

import numpy as np

APART = 0.1  # a pair counts if its times differ by more than this fraction
RESAMPLES = 1000
FIGURES = ("medianError", "meanError", "largestError", "logR2", "pairAccuracy", "slowdown1")
OF_ORDER = ("pairAccuracy", "slowdown1")  # do not depend on the unit of the predictions
HIGHER_IS_BETTER = ("logR2", "pairAccuracy")


def pair_accuracy(predicted, times):
    """Share of pairs in the right order, of pairs whose times differ by more than APART; ties count as wrong."""
    apart = times[:, None] > (1 + APART) * times[None, :]
    right = predicted[:, None] > predicted[None, :]
    return np.sum(apart & right) / np.sum(apart) if apart.any() else np.nan


def slowdown(predicted, times):
    """Time of the schedule that is predicted to be the fastest, compared with the fastest of all, minus 1."""
    return times[np.argmin(predicted)] / times.min() - 1


class Judge:
    """`times`: [schedules of all pipelines] in ms; `pipeline`: the number of the pipeline of each."""

    def __init__(self, times, pipeline):
        self.times, self.pipeline = np.asarray(times, float), np.asarray(pipeline)
        count = self.pipeline.max() + 1
        resampled = np.random.default_rng(0).multinomial(count, np.full(count, 1 / count), RESAMPLES)
        self.weights = np.concatenate([np.ones((1, count), int), resampled])  # the first row weighs all equally

    def figures(self, seeds):
        """{figure: [1 + RESAMPLES]}, means over seeds. `seeds`: predictions in ms, [schedules], NaN: not in the test set."""
        with np.errstate(divide="ignore", invalid="ignore"):  # a resample may lack every pipeline that has a figure
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
        """Median of the values for each row of weights of their pipelines."""
        order = np.argsort(values)
        sums = np.cumsum(self.weights[:, pipeline[order]], axis=1)
        return values[order][np.argmax(2 * sums >= sums[:, -1:], axis=1)]

    def largest(self, values, pipeline):
        most = np.full(self.weights.shape[1], -np.inf)
        np.maximum.at(most, pipeline, values)
        return np.where(self.weights > 0, most, -np.inf).max(1)

    def over_pipelines(self, figure, predicted, times, pipeline):
        """Means of a figure of each pipeline; NaN where it is undefined is left out."""
        values = np.full(self.weights.shape[1], np.nan)
        for number in np.unique(pipeline):
            values[number] = figure(predicted[pipeline == number], times[pipeline == number])
        there = np.isfinite(values)
        return self.weights @ np.where(there, values, 0) / (self.weights @ there)


def of_order(figures):
    """The figures of predictions that have no unit: NaN for those of run times."""
    return {figure: values if figure in OF_ORDER else np.full_like(values, np.nan) for figure, values in figures.items()}


def interval(values):
    """{mean, low, high} of [1 + RESAMPLES], without resamples in which the figure is undefined."""
    there = values[1:][np.isfinite(values[1:])]
    low, high = np.quantile(there, [0.025, 0.975]) if len(there) else (np.nan, np.nan)
    return {"mean": float(values[0]), "low": float(low), "high": float(high)}


def table(of_methods, lead):
    """{method: {figure: {mean, low, high, ahead?, ratio?}}}. `ahead`: the advantage of `lead` in the figure; `ratio`: of the
    error to that of `lead`. Both are of the same resampled pipelines."""
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
