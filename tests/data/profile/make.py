"""Records trace.xplane.pb with jax.profiler, and writes times.tsv: the times that jax.profiler.ProfileData reads from
this trace.

build/python/bin/python tests/data/profile/make.py
"""
import glob
import os
import pathlib
import shutil
import tempfile

os.sched_setaffinity(0, [max(os.sched_getaffinity(0))])
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

HERE = pathlib.Path(__file__).parent
RUNS = 3


def program(x, w):
    def layer(c, _):
        return jnp.tanh(c @ w), None

    with jax.named_scope("layers"):
        c, _ = jax.lax.scan(layer, x, None, length=3)
    with jax.named_scope("head"):
        return jax.lax.sort(c.T, dimension=0), jnp.exp(c).sum(axis=0)


def record(folder):
    jax.config.update("jax_cpu_enable_async_dispatch", False)
    x = jnp.ones((32, 48))
    w = jnp.full((48, 48), 0.01)
    run = jax.jit(program).lower(x, w).compile()
    jax.block_until_ready(run(x, w))
    options = jax.profiler.ProfileOptions()
    options.host_tracer_level = 1
    options.python_tracer_level = 0
    options.enable_hlo_proto = True
    jax.profiler.start_trace(folder, profiler_options=options)
    for _ in range(RUNS):
        jax.block_until_ready(run(x, w))
    jax.profiler.stop_trace()
    shutil.copy(glob.glob(folder + "/**/*.xplane.pb", recursive=True)[0], HERE / "trace.xplane.pb")


def times():
    """Returns {(run, instruction): [number of events, time in ns]} of the trace. The time of an event does not include
    the events nested in it."""
    found = {}
    data = jax.profiler.ProfileData.from_file(str(HERE / "trace.xplane.pb"))
    lines = [line for plane in data.planes for line in plane.lines]
    for line in lines:
        events = [(e.start_ns, e.start_ns + e.duration_ns, dict(e.stats)) for e in line.events]
        events = [e for e in events if "hlo_op" in e[2]]
        for begin, end, stats in events:
            inside = [e for e in events if begin <= e[0] and e[1] <= end and (e[0], e[1]) != (begin, end)]
            direct = [e for e in inside if not any(o[0] <= e[0] and e[1] <= o[1] and o is not e for o in inside)]
            entry = found.setdefault((stats["run_id"], stats["hlo_op"]), [0, 0.0])
            entry[0] += 1
            entry[1] += end - begin - sum(e[1] - e[0] for e in direct)
    return found


folder = tempfile.mkdtemp()
try:
    record(folder)
finally:
    shutil.rmtree(folder)
found = times()
runs = list(dict.fromkeys(run for run, _ in found))
with open(HERE / "times.tsv", "w") as file:
    file.write("run\tinstruction\tevents\tpicoseconds\n")
    for (run, name), (events, ns) in found.items():
        file.write(f"{runs.index(run)}\t{name}\t{events}\t{round(ns * 1000)}\n")
