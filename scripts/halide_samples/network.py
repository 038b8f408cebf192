"""Represents a Halide pipeline while it is built: inputs, stages, estimated work."""

import dataclasses
import math
import warnings

import halide as hl

warnings.filterwarnings("ignore", message="The floating-point value")  # Halide converts constants to float32

TYPES = {"float32": hl.Float(32), "uint8": hl.UInt(8), "int8": hl.Int(8), "int32": hl.Int(32)}


@dataclasses.dataclass
class Tensor:
    """The values of a Halide Func or of an input. `shape` is in Halide's order: the innermost dimension first."""

    func: object
    shape: tuple
    type: str = "float32"

    def __getitem__(self, index):
        return self.func[index]


class Network:
    """Collects the Funcs and inputs of a pipeline. `work` counts the computed points, where each iteration of a
    reduction counts as a point."""

    def __init__(self, random):
        self.random = random
        self.inputs = []  # a tuple (ImageParam, shape, type) for each input
        self.operators = []  # names of the operators, in order of definition
        self.stages = 0
        self.work = 0

    def input(self, shape, type="float32", name="input"):
        """Adds an input and returns its Tensor. `shape`: at most 4 dimensions, innermost first."""
        param = hl.ImageParam(TYPES[type], len(shape), f"{name}{len(self.inputs)}")
        for axis, extent in enumerate(shape):
            param.dim(axis).set_estimate(0, extent)
        self.inputs.append((param, tuple(shape), type))
        return Tensor(param, tuple(shape), type)

    def weights(self, *shape, type="float32"):
        return self.input(shape, type, "weights")

    def define(self, name, shape, value, type="float32"):
        """Adds a Func without a reduction and returns its Tensor. `value` maps the Func's variables to an
        expression."""
        func = hl.Func(f"{name}{self.stages}")
        variables = hl.vars(" ".join("xyzw"[: len(shape)])) if len(shape) > 1 else [hl.Var("x")]
        func[tuple(variables)] = value(*variables)
        self.operators.append(name)
        self.count(math.prod(shape))
        return Tensor(func, tuple(shape), type)

    def reduce(self, name, shape, initial, ranges, update, type="float32"):
        """Adds a Func with a reduction and returns its Tensor.

        `ranges`: extents of the reduction domain. `update` maps (old value, reduction domain, variables) to the new
        value.
        """
        tensor = self.define(name, shape, initial, type)
        variables = hl.vars(" ".join("xyzw"[: len(shape)])) if len(shape) > 1 else [hl.Var("x")]
        domain = hl.RDom([(0, extent) for extent in ranges])
        index = tuple(variables)
        tensor.func[index] = update(tensor.func[index], domain, *variables)
        self.count(math.prod(shape) * math.prod(ranges))
        return tensor

    def count(self, points):
        self.stages += 1
        self.work += points
