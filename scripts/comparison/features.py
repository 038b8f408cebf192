"""Computes feature vectors of fixed length for configurations, for learners such as boosted trees.

They pool everything that our networks see over slots, the outputs and operands whose layout can be chosen. Our networks
score a slot with a layout by cost terms times a function of the slot's features. Sums over slots of terms x features
approximate that to first order; the feature vectors have these sums and more.
"""

from functools import cache

import numpy as np


@cache
def pooled(program):
    """Returns feature vectors [evaluated configurations, features], and the number of leading columns that vary between
    configurations of one program."""
    terms, slot = program.arrays["terms"], program.arrays["slot"]
    rows, reference = program.rows, program.reference
    changed = np.zeros((len(terms), 1), np.float32)
    changed[rows[rows != reference]] = 1
    values = np.concatenate(
        [terms, changed, changed * slot, (terms[:, :, None] * slot[:, None, :]).reshape(len(terms), -1)], 1
    )
    incidence = np.zeros((len(rows), len(terms)), np.float32)
    np.add.at(incidence, (np.arange(len(rows))[:, None], rows), 1)
    sums = incidence @ values

    at_slots = terms[rows]  # cost terms: [evaluated, slots, terms]
    analytical = at_slots[:, :, :3].sum(-1, keepdims=True)
    either = np.concatenate([at_slots, analytical], -1)
    extremes = np.concatenate([either.max(1), either.min(1)], -1)
    varying = [sums, analytical.sum(1), extremes, largest_per_value(either, program.arrays["value_of_slot"].astype(int))]

    sizes = np.log1p(
        [rows.shape[1], len(terms), len(program.arrays["opcode"]), rows.shape[1] - len(np.unique(reference))]
    )
    context = np.concatenate([sizes, slot[reference].mean(0)])
    varying = np.concatenate(varying, 1)
    return np.concatenate([varying, np.tile(context, (len(rows), 1))], 1).astype(np.float32), varying.shape[1]


def largest_per_value(entries, value):
    """Takes for each value (the result of an instruction) the largest entry among the tensors that hold this value, and
    sums over values: [evaluated, slots, k] -> [evaluated, k]. `value`: [slots] index of the value that each tensor
    holds."""
    order = np.argsort(value, kind="stable")
    begins = np.flatnonzero(np.diff(value[order], prepend=-1))
    return np.maximum.reduceat(entries[:, order], begins, axis=1).sum(1)


def log_times(program):
    return np.log(program.times)


def centred_ranks(program):
    """Ranks of the run times of a program's configurations, scaled from -1 (fastest) to 1 (slowest)."""
    return 2 * program.times.argsort().argsort() / max(1, len(program.times) - 1) - 1


def centred(values):
    return values - values.mean(0)
