"""Computes quality figures of a ranking of measured configurations, defined as in `hlorank evaluate`."""

import numpy as np

NOISE = 0.02  # if two times differ by less than this fraction, measurements cannot tell which is faster
FIGURES = ("tau", "pairAccuracy", "slowdown1", "slowdown5", "gain1", "gain5")


def tau(scores, times):
    """Kendall's tau-b of scores and run times."""
    a, b = np.triu_indices(len(times), 1)
    by_score, by_time = np.sign(scores[a] - scores[b]), np.sign(times[a] - times[b])
    untied = np.count_nonzero(by_score) * np.count_nonzero(by_time)
    return np.sum(by_score * by_time) / np.sqrt(untied) if untied else np.nan


def pair_accuracy(scores, times):
    """Fraction of pairs that scores order correctly, among pairs whose times differ by more than NOISE; ties are
    wrong."""
    apart = times[:, None] - times[None, :] > NOISE * times[None, :]
    right = scores[:, None] > scores[None, :]
    return np.sum(apart & right) / np.sum(apart) if apart.any() else np.nan


def slowdown(scores, times, k):
    """Least time among the configurations with the k lowest scores (ties in order of index), divided by the least time
    of all, minus 1."""
    first = np.argsort(scores, kind="stable")[:k]
    return times[first].min() / times.min() - 1


def figures_of(scores, program):
    """All quality figures of FIGURES, as an array, for scores of the program's evaluated configurations."""
    scores, times = np.asarray(scores, np.float32), program.times
    slow = [slowdown(scores, times, k) for k in (1, 5)]
    gain = [program.compiler_default / (times.min() * (1 + s)) - 1 for s in slow]
    return np.array([tau(scores, times), pair_accuracy(scores, times), *slow, *gain])


def analytical(program):
    """Scores by the analytical cost model. Sums in the order and precision of hlorank, so that scores that are equal
    there are equal here."""
    terms, rows = program.arrays["terms"], program.rows
    u = terms[:, 0] + terms[:, 1] + terms[:, 2]
    entries = u[rows] - u[program.reference]
    whole = rows.shape[1] // 4 * 4  # four partial sums, as in hlorank; the first also gets the remaining columns
    sums = entries[:, :whole].reshape(len(rows), -1, 4)
    sums = [
        np.add.accumulate(np.concatenate([sums[:, :, k], entries[:, whole:][:, : None if k == 0 else 0]], 1), 1)
        for k in range(4)
    ]
    a, b, c, d = (s[:, -1] if s.shape[1] else np.zeros(len(rows), np.float32) for s in sums)
    return (a + b) + (c + d)
