"""Runs compiled pipelines and measures CPU time, which neighbours on the machine disturb less than wall-clock time."""

import gc
import os
import signal
import time

import halide as hl
import numpy


def aligned(values):
    """A copy at an address that is a multiple of 128: compiled pipelines crash on other addresses, which numpy may choose."""
    memory = numpy.empty(values.nbytes + 128, "u1")
    start = -memory.ctypes.data % 128
    copy = memory[start : start + values.nbytes].view(values.dtype).reshape(values.shape)
    copy[...] = values
    return copy


def random_arrays(net, seed):
    """An array for each input. Sums over a tensor of weights stay near 1."""
    random = numpy.random.default_rng(seed)
    for _, shape, type in net.inputs:
        size = shape[::-1]  # numpy has the innermost dimension last
        if type == "float32":
            scale = (2 * max(shape) / numpy.prod(shape)) ** 0.5
            yield aligned(random.uniform(-scale, scale, size).astype("f4"))
        else:
            least, end = {"uint8": (0, 256), "int8": (-64, 64), "int32": (-128, 128)}[type]
            yield aligned(random.integers(least, end, size, type))


class Runner:
    """Runs Callables on the same inputs."""

    def __init__(self, net, output, seed):
        self.arrays = list(random_arrays(net, seed))
        self.buffers = [hl.Buffer(array) for array in self.arrays]
        self.values = aligned(numpy.zeros(output.shape[::-1], output.type))
        self.output = hl.Buffer(self.values)

    def run(self, callable):
        """CPU seconds of one run."""
        begin = time.process_time_ns()
        callable(*self.buffers, self.output)
        return (time.process_time_ns() - begin) / 1e9

    def survives(self, callable, seconds):
        """Whether a run ends within this time without a crash. A forked process tries it."""
        child = os.fork()
        if child == 0:
            try:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                self.run(callable)
            finally:
                os._exit(0)
        return os.waitpid(child, 0)[1] == 0

    def result(self, callable):
        """A copy of the output."""
        self.values[...] = 0
        self.run(callable)
        return self.values.copy()

    def shortest(self, callable, runs, seconds):
        """The shortest of at least `runs` runs in at least `seconds` seconds of CPU time."""
        gc.collect()
        gc.disable()
        try:
            best, count, total = float("inf"), 0, 0.0
            while count < runs or total < seconds:
                took = self.run(callable)
                best, count, total = min(best, took), count + 1, total + took
            return best
        finally:
            gc.enable()


def differs(ours, reference):
    """Whether outputs differ by more than rounding."""
    ours, reference = ours.astype("f8"), reference.astype("f8")
    scale = numpy.abs(reference[numpy.isfinite(reference)]).max(initial=1e-30)
    return not numpy.allclose(ours / scale, reference / scale, rtol=1e-2, atol=1e-3, equal_nan=True)
