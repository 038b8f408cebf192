"""Features of a schedule as one row: those of its stages, pooled."""

import numpy as np

POOLINGS = ("sums", "all")


def pooled(pipeline, pooling):
    """Array [C, F] for C schedules. `sums`: logarithms of the sums over stages of all features. `all`: also means of the
    logarithms, largest values, and, where the points that a stage computes are known, operations weighted by them."""
    schedule, algorithm = pipeline.schedules, pipeline.algorithm
    constant = np.concatenate([np.log1p(algorithm.sum(0)), [len(algorithm), pipeline.updates]])
    parts = [np.log1p(schedule.sum(1)), np.broadcast_to(constant, (len(schedule), len(constant)))]
    if pooling == "all":
        logs = np.log1p(schedule)
        parts += [logs.mean(1), logs.max(1)]
        if pipeline.points is not None:
            parts.append(np.log1p(pipeline.points @ algorithm))
    return np.concatenate(parts, axis=1).astype("f4")
