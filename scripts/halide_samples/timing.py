"""Makes random inputs of compiled Halide pipelines and runs the pipelines."""

import halide as hl
import numpy
from schedule_samples import timing


def aligned(values):
    """Copies an array to an address that is a multiple of 128. Compiled pipelines crash on other addresses."""
    memory = numpy.empty(values.nbytes + 128, "u1")
    start = -memory.ctypes.data % 128
    copy = memory[start : start + values.nbytes].view(values.dtype).reshape(values.shape)
    copy[...] = values
    return copy


def random_arrays(net, seed):
    """A random array for each input of the pipeline. Weights are scaled so that sums over them stay near 1."""
    random = numpy.random.default_rng(seed)
    for _, shape, type in net.inputs:
        size = shape[::-1]  # numpy wants the innermost dimension last
        if type == "float32":
            scale = (2 * max(shape) / numpy.prod(shape)) ** 0.5
            yield aligned(random.uniform(-scale, scale, size).astype("f4"))
        else:
            least, end = {"uint8": (0, 256), "int8": (-64, 64), "int32": (-128, 128)}[type]
            yield aligned(random.integers(least, end, size, type))


class Runner(timing.Runner):
    illegal_instruction = timing.Runner.illegal_instruction + "; set HL_JIT_TARGET"

    def __init__(self, net, output, seed):
        self.arrays = list(random_arrays(net, seed))
        self.buffers = [hl.Buffer(array) for array in self.arrays]
        self.values = aligned(numpy.zeros(output.shape[::-1], output.type))
        self.output = hl.Buffer(self.values)

    def call(self, callable):
        callable(*self.buffers, self.output)
