"""Random pipelines. The same number gives the same pipeline."""

import random

from .families import FAMILIES
from .network import Network

STAGES = range(3, 26)
WORK = range(3_000_000, 200_000_000)  # evaluated points: about .2 to 50 ms with a good schedule


def build(seed, index, families=tuple(FAMILIES)):
    """Returns (Network, output Tensor, family) of pipeline `index` of a collection with this seed: families in turn. Draws
    again until the numbers of stages and points are in range."""
    family = families[index % len(families)]
    draws = random.Random(f"{seed} {index}")
    while True:
        net = Network(random.Random(draws.random()))
        output = FAMILIES[family](net)
        if net.stages in STAGES and net.work in WORK:
            return net, finish(output), family


def finish(output):
    """Sets the size of the output, which Halide schedules for."""
    func = output.func
    for variable, extent in zip(func.args(), output.shape):
        func.set_estimate(variable, 0, extent)
    return output
