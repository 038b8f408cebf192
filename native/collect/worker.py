"""Compiles and times HLO programs for `hlorank collect`, `tune` and `profile`. It is a process of its own, so that a crash
of the compiler ends only this process.

Reads one JSON request per line from the standard input and writes one JSON reply per line to the standard output. If a
request fails, the reply has "error" (a message), may have "help" (what to do), and the process continues. Modules are base64 of HloModuleProto.

  request                                                 fields of the reply
  {"do": "start", "platform": "cpu", "cores": [1]}        jaxlib (version), device (kind), platform: cpu, gpu or tpu
  {"do": "passes", "hlo": TEXT}                           before, after: modules before and after layout assignment
  {"do": "inputs", "shapes": [["f32", [2, 3]]], "seed": 1}   ok; sets random arguments for all later runs, positive ones
                                                          where `true` follows the shape
  {"do": "compile", "id": 7, "hlo": TEXT}                 seconds, optimised: the optimised module
  {"do": "check", "id": 7, "reference": 0}                difference: largest max |a - b| / max |b| of an output a,
                                                          where b is the reference's output; -1: the shapes differ;
                                                          finite, if known: whether those of the reference are
  {"do": "time", "ids": [7, 0], "seconds": 0.06, "runs": 4}   times: shortest run per id, ns; each id runs at least
                                                          `runs` times and `seconds` seconds
  {"do": "optimised", "id": 7}                            optimised: the optimised module
  {"do": "profile", "id": 7, "seconds": 0.2, "most": 100}   untraced: run times without tracing, ns; traced: run times of
                                                          the trace, at least two; trace: base64 of its .xplane.pb
  {"do": "drop", "ids": [7]}                              ok; frees the executables

Exits at the end of the standard input.
"""
import base64
import json
import math
import os
import shutil
import sys
import tempfile
import time

from executable import compile_text, garbage_kept, run, shortest_run
from random_input import random_input


class Worker:
    def start(self, request):
        if request["platform"] == "cpu":
            pin(request["cores"])  # before jaxlib sizes its thread pools by the cores
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # several workers share the memory of a GPU
        import jax
        import jaxlib
        import numpy

        jax.config.update("jax_cpu_enable_async_dispatch", False)
        self.jax, self.np = jax, numpy
        self.device = first_device(jax, request["platform"])
        self.executables = {}
        self.inputs_ = []
        # The executable with whose outputs others are compared, its outputs, the largest finite magnitude in each, and
        # whether all of them are finite.
        self.reference = None, [], [], True
        return {"jaxlib": jaxlib.__version__, "device": self.device.device_kind, "platform": self.device.platform}

    def passes(self, request):
        folder = tempfile.mkdtemp(prefix="hlorank-")
        try:
            compile_text(request["hlo"], self.device, [("xla_dump_to", folder), ("xla_dump_hlo_as_proto", True),
                                                       ("xla_dump_hlo_pass_re", "layout-assignment")])
            # JAX may compile small modules of its own, whose files are here too: the program's module is the largest.
            return {key: encode(max((open(os.path.join(folder, file), "rb").read() for file in os.listdir(folder)
                                     if ending in file and file.endswith(".hlo.pb")), key=len, default=b""))
                    for key, ending in [("before", "before_layout-assignment"), ("after", "after_layout-assignment")]}
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def inputs(self, request):
        self.reference = None, [], [], True
        random = self.np.random.default_rng(request["seed"])
        self.jax.config.update("jax_enable_x64", True)  # otherwise device_put converts f64 to f32
        dtype = self.jax.numpy.dtype
        self.inputs_ = [self.jax.device_put(random_input(random, dtype, *parameter), self.device)
                        for parameter in request["shapes"]]
        return {"ok": True}

    def compile(self, request):
        begin = time.perf_counter()
        executable = compile_text(request["hlo"], self.device)
        seconds = time.perf_counter() - begin
        self.executables[request["id"]] = executable
        return {"seconds": seconds, **self.optimised(request)}

    def optimised(self, request):
        module = self.executables[request["id"]].hlo_modules()[0]
        return {"optimised": encode(module.as_serialized_hlo_module_proto())}

    def outputs(self, id):
        return [self.np.asarray(output) for output in run(self.executables[id], self.inputs_)]

    def check(self, request):
        np = self.np
        if self.reference[0] != request["reference"]:
            outputs = self.outputs(request["reference"])
            finite = all(bool(np.isfinite(wide(np, output)).all()) for output in outputs)
            self.reference = request["reference"], outputs, [largest(np, output) for output in outputs], finite
        ours, (_, reference, magnitudes, finite) = self.outputs(request["id"]), self.reference
        if [a.shape for a in ours] != [b.shape for b in reference]:
            return {"difference": -1}
        difference = 0.0
        # Differences are relative to the largest value of an output, or to this if larger: an output near zero is all
        # rounding errors.
        floor = 1e-3 * max(magnitudes, default=0)
        for a, b, magnitude in zip(ours, reference, magnitudes):
            if a.tobytes() == b.tobytes():
                continue
            a, b = wide(np, a), wide(np, b)
            same = (a == b) | (np.isnan(a) & np.isnan(b))
            if same.all():
                continue
            with np.errstate(invalid="ignore", over="ignore"):
                error = float(np.abs(a - b)[~same].max()) / max(magnitude, floor, 1e-30)
            difference = max(difference, error if math.isfinite(error) else 1e30)
        return {"difference": difference, "finite": finite}

    def time(self, request):
        with garbage_kept():
            return {"times": [shortest_run(self.executables[id], self.inputs_, request["seconds"], request["runs"])
                              for id in request["ids"]]}

    def profile(self, request):
        executable, profiler = self.executables[request["id"]], self.jax.profiler
        options = profiler.ProfileOptions()
        options.host_tracer_level = 1  # traces instructions, but not the tasks of thread pools
        options.python_tracer_level = 0
        options.enable_hlo_proto = False
        folder = tempfile.mkdtemp(prefix="hlorank-")
        try:
            with garbage_kept():
                run(executable, self.inputs_)
                untraced = self.repeat(executable, request["seconds"], 1, request["most"])
                profiler.start_trace(folder, profiler_options=options)
                try:
                    traced = self.repeat(executable, request["seconds"], 2, request["most"])
                finally:
                    profiler.stop_trace()
            files = [os.path.join(path, name) for path, _, names in os.walk(folder) for name in names
                     if name.endswith(".xplane.pb")]
            with open(files[0], "rb") as file:
                return {"untraced": untraced, "traced": traced, "trace": encode(file.read())}
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def repeat(self, executable, seconds, least, most):
        """Runs the executable for about `seconds` seconds, `least` to `most` times. Returns the time of each run in ns."""
        times, end = [], time.perf_counter() + seconds
        while len(times) < least or (len(times) < most and time.perf_counter() < end):
            begin = time.perf_counter_ns()
            run(executable, self.inputs_)
            times.append(time.perf_counter_ns() - begin)
        return times

    def drop(self, request):
        for id in request["ids"]:
            self.executables.pop(id, None)
        return {"ok": True}


def wide(np, array):
    """Returns the array as float64, or as complex128 if it is complex."""
    return array.astype(np.complex128 if np.iscomplexobj(array) else np.float64)


def largest(np, array):
    """Returns the largest finite magnitude in the array; 0 if there is none."""
    magnitudes = np.abs(wide(np, array))
    return float(magnitudes[np.isfinite(magnitudes)].max(initial=0))


class WrongOption(Exception):
    def __init__(self, message, help):
        super().__init__(message)
        self.help = help


def pin(cores):
    """Runs this process on these CPU cores only."""
    available = sorted(os.sched_getaffinity(0))
    try:
        os.sched_setaffinity(0, cores)
    except OSError:
        cores_used = set()
    else:
        cores_used = os.sched_getaffinity(0)
    if cores_used != set(cores):
        listed = ", ".join(map(str, cores))
        raise WrongOption(f"this process cannot run on CPU cores {listed}",
                          f"choose among the cores {', '.join(map(str, available))}")


def first_device(jax, platform):
    try:
        return jax.devices(platform)[0]
    except RuntimeError as error:
        try:
            found = " and ".join(sorted({"cpu", jax.default_backend()}))
        except RuntimeError:
            found = "no platform"
        raise WrongOption(f"--platform {platform}: {error}",
                          f"jax finds {found} here; JAX_PLATFORMS, if set, limits what it looks for") from error


def encode(module):
    return base64.b64encode(module).decode()


def main():
    # Redirects the standard output to the standard error, so that prints of libraries do not mix with the replies.
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    worker = Worker()
    for line in sys.stdin:
        try:
            request = json.loads(line)
            reply = getattr(worker, request["do"])(request)
        except MemoryError:
            reply = {"error": "out of memory"}
        except WrongOption as error:
            reply = {"error": str(error), "help": error.help}
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"[:2000]}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


main()
