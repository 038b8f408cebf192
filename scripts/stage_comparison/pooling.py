"""Pools the features of a schedule's stages into one feature vector."""

import numpy as np

POOLINGS = ("sums", "all")


def pooled(pipeline, pooling):
    """Returns feature vectors [C, F] of the pipeline's C schedules. `pooling` "sums": logarithms of the sums over
    stages of all features. "all": also the means of logarithms and the largest values; if the number of points that
    a stage computes is known, also its operations times this number."""
    schedule, algorithm = pipeline.schedules, pipeline.algorithm
    constant = np.concatenate([np.log1p(algorithm.sum(0)), [len(algorithm), pipeline.updates]])
    parts = [np.log1p(schedule.sum(1)), np.broadcast_to(constant, (len(schedule), len(constant)))]
    if pooling == "all":
        logs = np.log1p(schedule)
        parts += [logs.mean(1), logs.max(1)]
        if pipeline.points is not None:
            parts.append(np.log1p(pipeline.points @ algorithm))
    return np.concatenate(parts, axis=1).astype("f4")
