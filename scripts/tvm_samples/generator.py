"""Random workloads: one function of TensorIR each. The same number gives the same workload."""

import math
import random

from tvm import te, topi
from tvm.s_tir.meta_schedule.tune_context import _normalize_mod

from .families import FAMILIES

WORK = range(1_000_000, 40_000_000)  # evaluated points: about .1 to 20 ms with a good schedule


class Network:
    """A network under construction: its inputs and random numbers."""

    def __init__(self, random):
        self.random = random
        self.inputs = []  # placeholders

    def input(self, *shape, name="input"):
        self.inputs.append(te.placeholder(shape, name=f"{name}{len(self.inputs)}"))
        return self.inputs[-1]

    def weights(self, *shape):
        return self.input(*shape, name="weights")


def work_of(output):
    """Evaluated points of all tensors that the output needs, a reduction counting one for each of its iterations."""
    total, seen, left = 0, set(), [output]
    while left:
        operation = left.pop().op
        if operation in seen or not isinstance(operation, te.ComputeOp):
            continue
        seen.add(operation)
        total += math.prod(topi.utils.get_const_int(axis.dom.extent) for axis in (*operation.axis, *operation.reduce_axis))
        left = [*left, *operation.input_tensors]
    return total


def build(seed, index, families=tuple(FAMILIES)):
    """Returns (IRModule, family, evaluated points) of workload `index` of a collection with this seed: families in turn. Draws
    again until the number of points is in range."""
    family = families[index % len(families)]
    draws = random.Random(f"{seed} {index}")
    while True:
        net = Network(random.Random(draws.random()))
        output = FAMILIES[family](net)
        work = work_of(output)
        if work in WORK:
            function = te.create_prim_func([*net.inputs, output])
            # Without this attribute schedules do not change the order of the weights, so all run on the same inputs.
            return _normalize_mod(function.without_attr("layout_free_buffers")), family, work
