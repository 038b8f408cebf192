"""Compiles, runs and times HLO text with jaxlib. Imports jax only when called, after the caller has pinned the process.
"""
import contextlib
import gc
import time


def compile_text(text, device, options=()):
    """Compiles HLO text for a device. `options`: pairs of an XLA flag and its value. Returns the executable."""
    from jaxlib import _hlo, _jax, xla_client

    if '"lapack_' in text or '"blas_' in text:
        initialize_lapack()
    module = _hlo.hlo_module_from_text(text)
    program = _jax.mlir.hlo_to_stablehlo(module.as_serialized_hlo_module_proto())
    compile_options = xla_client.CompileOptions()
    compile_options.env_option_overrides = list(options)
    return device.client.compile_and_load(program, _jax.DeviceList((device,)), compile_options)


def initialize_lapack():
    """Loads the LAPACK functions of SciPy, which cholesky, eigh, qr, svd and solve call by address. jax does this when
    it lowers such a program from Python; without it, the program crashes."""
    try:
        from jaxlib import lapack

        lapack._lapack.initialize()
    except (ImportError, AttributeError):
        pass  # another version of jaxlib


def run(executable, inputs):
    """Runs an executable on arrays of its device, in the order of its parameters. Returns the outputs when complete."""
    outputs = executable.execute_sharded(inputs).disassemble_into_single_device_arrays()
    for output in outputs:
        output[0].block_until_ready()
    return [output[0] for output in outputs]


def shortest_run(executable, inputs, seconds, runs):
    """Returns the time of the shortest run in ns. Runs once without timing, then for at least `seconds` seconds and
    `runs` times."""
    run(executable, inputs)
    best, count, end = float("inf"), 0, time.perf_counter() + seconds
    while count < runs or time.perf_counter() < end:
        begin = time.perf_counter_ns()
        run(executable, inputs)
        best = min(best, time.perf_counter_ns() - begin)
        count += 1
    return best


@contextlib.contextmanager
def garbage_kept():
    """Keeps Python from collecting garbage while something is timed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
