"""Generates random Halide pipelines. Equal seeds and pipeline numbers give equal pipelines."""

import random

from .families import FAMILIES
from .network import Network

STAGES = range(3, 26)
WORK = range(3_000_000, 200_000_000)  # allowed number of computed points (about .2 to 50 ms with a good schedule)


def build(seed, index, families=tuple(FAMILIES)):
    """Returns (Network, output Tensor, family) of pipeline number `index` in a collection with this seed.

    Pipelines take the families in turn. Samples a pipeline again until its numbers of stages and of computed points are
    within limits.
    """
    family = families[index % len(families)]
    draws = random.Random(f"{seed} {index}")
    while True:
        net = Network(random.Random(draws.random()))
        output = FAMILIES[family](net)
        if net.stages in STAGES and net.work in WORK:
            return net, finish(output), family


def finish(output):
    """Sets the size of the pipeline's output in Halide. The autoscheduler chooses a schedule for this size."""
    func = output.func
    for variable, extent in zip(func.args(), output.shape):
        func.set_estimate(variable, 0, extent)
    return output
