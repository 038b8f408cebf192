"""Selects hyperparameters (settings) of a learner by cross-validation within the training programs of each fold.

The selected settings have the highest Kendall's tau on held-out families. The programs of the test fold are never used.
"""

import numpy as np

from comparison.metrics import tau

INNER_FOLDS = 3


def folds_by_family(programs, folds):
    """Returns the index of the fold of each program. Assigns whole families, largest first, each to the fold that has
    the fewest programs so far."""
    families = {}
    for i, program in enumerate(programs):
        families.setdefault(program.family, []).append(i)
    fold_of, sizes = np.empty(len(programs), int), [0] * folds
    for members in sorted(families.values(), key=len, reverse=True):
        fold = int(np.argmin(sizes))
        fold_of[members] = fold
        sizes[fold] += len(members)
    return fold_of


def choose(peer, training):
    """Returns the learner's hyperparameters with the highest mean Kendall's tau over inner folds of the training
    programs."""
    if len(peer.settings) == 1:
        return peer.settings[0]
    inner = folds_by_family(training, INNER_FOLDS)
    taus = [[] for _ in peer.settings]
    for fold in range(INNER_FOLDS):
        learning = [p for p, f in zip(training, inner) if f != fold]
        evaluated = [p for p, f in zip(training, inner) if f == fold]
        for settings, found in zip(peer.settings, taus):
            score = peer.fit(learning, settings, seed=0)
            found += [tau(score(p), p.times) for p in evaluated]
    return peer.settings[int(np.argmax([np.nanmean(t) for t in taus]))]


def cross_validate(peer, programs, seeds, report):
    """Scores each program by a model that was trained on the other folds. Returns {program name: scores} for each seed,
    and the selected hyperparameters of each fold."""
    scores, chosen = [{} for _ in range(peer.seeds or seeds)], []
    for fold in sorted({p.fold for p in programs}):
        training = [p for p in programs if p.fold != fold and len(p.times) > 1]
        settings = choose(peer, training)
        chosen.append(settings)
        for seed, of in enumerate(scores):
            report(f"{peer.name}, fold {fold}, seed {seed + 1}")
            score = peer.fit(training, settings, seed + 1)
            of.update({p.name: score(p) for p in programs if p.fold == fold})
    return scores, chosen
