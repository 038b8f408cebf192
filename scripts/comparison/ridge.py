"""Learner by ridge regression on features pooled over tensors. Subtracts from features and targets their mean within
each program."""

import numpy as np

from comparison.features import centred, centred_ranks, log_times, pooled

TARGETS = {"log time": log_times, "rank": centred_ranks}


def signed_log(x):
    return np.sign(x) * np.log1p(20 * np.abs(x))


class Ridge:
    name = "ridge"
    seeds = 1  # one seed is enough: ridge regression is deterministic
    settings = [
        {"target": target, "transform": transform, "penalty": penalty}
        for target in TARGETS
        for transform in ("none", "signed log")
        for penalty in (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
    ]

    def fit(self, training, settings, seed):
        transform = signed_log if settings["transform"] == "signed log" else lambda x: x

        def features(program):
            values, varying = pooled(program)
            return centred(transform(values[:, :varying].astype(float)))

        # Weight every program equally, however many configurations a program has.
        weighted = [(features(p), centred(TARGETS[settings["target"]](p)), len(p.times) ** -0.5) for p in training]
        x = np.concatenate([w * f for f, _, w in weighted])
        y = np.concatenate([w * t for _, t, w in weighted])
        scale = np.sqrt(np.mean(x**2, 0))
        scale[scale == 0] = np.inf
        x /= scale
        gram = x.T @ x + settings["penalty"] * len(x) * np.eye(x.shape[1])
        weights = np.linalg.solve(gram, x.T @ y) / scale
        return lambda program: features(program) @ weights
