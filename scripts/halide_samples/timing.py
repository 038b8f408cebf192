"""Runs compiled pipelines and measures CPU time, which neighbours on the machine disturb less than wall-clock time."""
import gc
import time

import halide as hl
import numpy


def random_buffers(net, seed):
    """An hl.Buffer for each input. Sums over a tensor of weights stay near 1."""
    random = numpy.random.default_rng(seed)
    arrays = []
    for _, shape, type in net.inputs:
        size = shape[::-1]  # numpy has the innermost dimension last
        if type == "float32":
            arrays.append(random.uniform(-1, 1, size).astype("f4") * numpy.float32((2 * max(shape) / numpy.prod(shape)) ** 0.5))
        elif type == "int32":
            arrays.append(random.integers(-128, 128, size, "i4"))
        else:
            arrays.append(random.integers(0 if type == "uint8" else -64, 256 if type == "uint8" else 64, size, type))
    return [hl.Buffer(array) for array in arrays]


class Runner:
    """Runs Callables on the same inputs."""

    def __init__(self, net, output, seed):
        self.buffers = random_buffers(net, seed)
        self.values = numpy.zeros(output.shape[::-1], output.type)
        self.output = hl.Buffer(self.values)

    def run(self, callable):
        """CPU seconds of one run."""
        begin = time.process_time_ns()
        callable(*self.buffers, self.output)
        return (time.process_time_ns() - begin) / 1e9

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
