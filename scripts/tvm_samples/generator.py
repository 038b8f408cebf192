"""Generates random TVM workloads. Each is one TensorIR function. Equal seeds and indices give equal workloads."""

import math
import random

from tvm import te, topi
from tvm.s_tir.meta_schedule.tune_context import _normalize_mod

from .families import FAMILIES

WORK = range(1_000_000, 40_000_000)  # allowed number of computed points; a good schedule takes about .1 to 20 ms


class Network:
    """A network under construction, with its inputs and its random number generator."""

    def __init__(self, random):
        self.random = random
        self.inputs = []  # placeholder tensors of the inputs and weights

    def input(self, *shape, name="input"):
        self.inputs.append(te.placeholder(shape, name=f"{name}{len(self.inputs)}"))
        return self.inputs[-1]

    def weights(self, *shape):
        return self.input(*shape, name="weights")


def work_of(output):
    """Number of computed points of all tensors that the output depends on. Each iteration of a reduction counts as a
    point."""
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
    """Returns (IRModule, family, number of computed points) of the workload with this index in a collection with this
    seed. Workloads take the families in turn. Samples a workload again until the number of points is within WORK."""
    family = families[index % len(families)]
    draws = random.Random(f"{seed} {index}")
    while True:
        net = Network(random.Random(draws.random()))
        output = FAMILIES[family](net)
        work = work_of(output)
        if work in WORK:
            function = te.create_prim_func([*net.inputs, output])
            # Remove this attribute: with it, schedules may change the memory layout of the weights, and then could not
            # all run on the same inputs.
            return _normalize_mod(function.without_attr("layout_free_buffers")), family, work
