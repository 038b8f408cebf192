"""Schedules a pipeline with Halide's Adams2019 autoscheduler and compiles it."""

import dataclasses
import os
import pathlib
import sys
import tempfile

import halide as hl

from . import samples

PACKAGE = pathlib.Path(hl.__file__).parent
PARALLELISM = 1


@dataclasses.dataclass(eq=False)
class Schedule:
    parameters: dict  # parameters of the autoscheduler
    featurization: bytes
    log: str  # debug log of the autoscheduler (HL_DEBUG_AUTOSCHEDULE=2)
    compile: object  # a function without arguments that returns an hl.Callable
    callable: object = None

    @property
    def key(self):
        """Key of a schedule; two schedules with the same key are duplicates."""
        return self.featurization

    @property
    def cost(self):
        """Time in ms that Halide's cost model predicts."""
        return samples.best_cost(self.log)

    @property
    def evaluations(self):
        """Number of candidates that the autoscheduler's search evaluated."""
        return samples.evaluations(self.log)


def load_autoscheduler():
    """Loads the autoscheduler with its debug log enabled. Call this once per process, before Schedule objects are made,
    because the autoscheduler reads the environment variable for the log only once."""
    os.environ["HL_DEBUG_AUTOSCHEDULE"] = "2"
    os.environ["HL_NUM_THREADS"] = "1"
    hl.load_plugin(str(PACKAGE / "lib64" / "libautoschedule_adams2019.so"))


def captured(function):
    """Calls a function. Returns its result and the text that it wrote to the file descriptor of the standard error."""
    sys.stderr.flush()
    saved = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            result = function()
        finally:
            os.dup2(saved, 2)
            os.close(saved)
        file.seek(0)
        return result, file.read().decode(errors="replace")


def parameters_of(draw, is_beam):
    """Returns parameters with which the autoscheduler chooses a random schedule. `draw`: the random seed; `is_beam`:
    whether to use beam search instead of greedy search."""
    if is_beam:
        return {"beam_size": 4, "random_dropout": 20, "random_dropout_seed": draw}
    return {"beam_size": 1, "random_dropout": 1, "random_dropout_seed": draw}


COMPILER_DEFAULT = {"beam_size": 32, "random_dropout": 100, "random_dropout_seed": 0}  # Adams2019's own choice


def schedule(net, output, parameters):
    """Chooses a schedule for the network, whose Funcs must be new because a schedule can be applied only once."""
    pipeline = hl.Pipeline(output.func)
    target = hl.get_jit_target_from_environment()
    options = hl.AutoschedulerParams("Adams2019", {"parallelism": PARALLELISM, **parameters})
    result, log = captured(lambda: pipeline.apply_autoscheduler(target, options))
    return Schedule(
        {"parallelism": PARALLELISM, **parameters},
        bytes(result.featurization),
        log,
        lambda: pipeline.compile_to_callable([param for param, _, _ in net.inputs], target),
    )
