"""Runs compiled schedules and measures CPU time, because other processes on the machine disturb wall-clock time more.
"""

import gc
import os
import random
import signal
import time

import numpy


class Runner:
    """Runs compiled schedules of a program on the same inputs.

    A subclass defines `call(callable)`, which runs a schedule, and `values`, the array of its output.
    """

    crash = ""  # the signal that ended the schedule that crashed last, in parentheses
    illegal_instruction = ": the compiler uses instructions that this machine lacks"

    def run(self, callable):
        """Runs a compiled schedule once. Returns its CPU time in seconds."""
        begin = time.process_time_ns()
        self.call(callable)
        return (time.process_time_ns() - begin) / 1e9

    def survives(self, callable, seconds):
        """Whether the schedule runs within this number of seconds without a crash. Tries it in a forked process."""
        child = os.fork()
        if child == 0:
            try:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                self.run(callable)
            finally:
                os._exit(0)
        status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            ended_by = signal.Signals(os.WTERMSIG(status))
            self.crash = f" ({ended_by.name}{self.illegal_instruction if ended_by == signal.SIGILL else ''})"
        return status == 0

    def result(self, callable):
        """Runs a compiled schedule. Returns a copy of the output."""
        self.values[...] = 0
        self.run(callable)
        return self.values.copy()

    def shortest(self, callable, runs, seconds):
        """CPU seconds of the shortest run. Repeats at least `runs` times and until all runs together take at least
        `seconds` seconds."""
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
    """Whether two outputs of a program differ by more than rounding errors."""
    ours, reference = ours.astype("f8"), reference.astype("f8")
    scale = numpy.abs(reference[numpy.isfinite(reference)]).max(initial=1e-30)
    return not numpy.allclose(ours / scale, reference / scale, rtol=1e-2, atol=1e-3, equal_nan=True)


def time_schedules(request, runner, schedules):
    """Measures the run times of schedules in ms. Returns an array (passes, schedules). Each pass takes the schedules in
    random order and records the shortest of several runs of each."""
    order = list(range(len(schedules)))
    draws = random.Random(f"{request.seed} {request.index} order")
    times = numpy.zeros((request.passes, len(schedules)))
    for row in times:
        draws.shuffle(order)
        for index in order:
            runs = 4 if schedules[index].first < 0.05 else 1
            row[index] = 1e3 * runner.shortest(schedules[index].callable, runs, request.window)
    return times


def noise_of(times):
    """Relative spread of repeated measurements: the median, over schedules and passes, of (time in the pass / shortest
    time of the schedule) - 1. None with a single pass."""
    return float(numpy.median(numpy.sort(times, axis=0)[1:] / times.min(axis=0) - 1)) if len(times) > 1 else None
