"""Features of a schedule as one row: those of its stages, pooled."""

import numpy as np

POINTS = 4  # schedule feature: points computed in total
POOLINGS = ("sums", "all")


def pooled(pipeline, pooling):
    """Array [C, F] for C schedules. `sums`: logarithms of the sums over stages of all features. `all`: also means of the
    logarithms, largest values, and operations weighted by the points that a stage computes."""
    schedule = pipeline.arrays["schedule_features"].astype(float)  # [C, S, 39]
    algorithm = pipeline.arrays["pipeline_features"].reshape(schedule.shape[1], -1).astype(float)  # [S, 287]
    updates = sum(b".update(" in name for name in pipeline.arrays["stage_names"])
    constant = np.concatenate([np.log1p(algorithm.sum(0)), [len(algorithm), updates]])
    parts = [np.log1p(schedule.sum(1)), np.broadcast_to(constant, (len(schedule), len(constant)))]
    if pooling == "all":
        logs = np.log1p(schedule)
        parts += [logs.mean(1), logs.max(1), np.log1p(schedule[:, :, POINTS] @ algorithm)]
    return np.concatenate(parts, axis=1).astype("f4")
