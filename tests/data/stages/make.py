"""Creates the test files of tests/stages with Halide's wheel: python make.py FOLDER (pip install halide==21.0.0 numpy).

FOLDER/blur: four schedules of a pipeline with a convolution and a softmax, the autoscheduler's log, and costs.tsv,
which has the cost that the autoscheduler printed for each schedule. The run times are numbers for tests, not
measurements.
FOLDER/baseline.weights: weights of Halide's own cost model (MIT licence), which the wheel's plugin embeds.
"""

import os
import pathlib
import re
import struct
import subprocess
import sys

import halide as hl

PLUGIN = pathlib.Path(hl.__file__).parent / "lib64/libautoschedule_adams2019.so"
SIZE = 96


def pipeline():
    source = hl.ImageParam(hl.Float(32), 3, "source")
    weights = hl.ImageParam(hl.Float(32), 4, "weights")
    x, y, c, o = hl.Var("x"), hl.Var("y"), hl.Var("c"), hl.Var("o")
    window = hl.RDom([(0, 3), (0, 3), (0, 8)])
    conv, relu, total, soft = hl.Func("conv"), hl.Func("relu"), hl.Func("total"), hl.Func("soft")
    conv[x, y, o] = 0.0
    conv[x, y, o] += source[x + window.x, y + window.y, window.z] * weights[window.x, window.y, window.z, o]
    relu[x, y, c] = hl.max(conv[x, y, c], 0.0)
    channels = hl.RDom([(0, 16)])
    total[x, y] = 0.0
    total[x, y] += hl.exp(relu[x, y, channels] - 10.0)
    soft[x, y, c] = hl.exp(relu[x, y, c] - 10.0) / total[x, y]
    source.set_estimates([(0, SIZE + 2), (0, SIZE + 2), (0, 8)])
    weights.set_estimates([(0, 3), (0, 3), (0, 8), (0, 16)])
    soft.set_estimates([(0, SIZE), (0, SIZE), (0, 16)])
    return soft, source, weights


def schedule(seed, cores, path):
    hl.load_plugin(str(PLUGIN))
    soft, _, _ = pipeline()
    options = {"parallelism": cores, "random_dropout": 1 if seed else 100, "beam_size": 1, "random_dropout_seed": seed}
    parameters = hl.AutoschedulerParams("Adams2019", {name: str(value) for name, value in options.items()})
    result = hl.Pipeline(soft).apply_autoscheduler(hl.Target("x86-64-linux-avx2-fma-f16c-sse41-jit"), parameters)
    path.write_bytes(bytes(value & 255 for value in result.featurization))


def main(folder):
    (folder / "blur").mkdir(parents=True, exist_ok=True)
    plugin = PLUGIN.read_bytes()
    at = plugin.index(struct.pack("<4I", 0x68776631, 3, 3, 6))
    (folder / "baseline.weights").write_bytes(plugin[at : at + 17136])
    rows = []
    for seed, cores in ((0, 1), (1, 1), (2, 4), (3, 16)):
        path = folder / "blur" / f"{seed}.featurization"
        environment = os.environ | {"HL_DEBUG_AUTOSCHEDULE": "2"}
        command = [sys.executable, __file__, str(seed), str(cores), str(path)]
        log = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, check=True).stderr
        rows.append(f"{seed}\t{cores}\t{re.findall('Best cost: (.*)', log)[-1]}\n")
        if seed == 0:
            kept = [line for line in log.splitlines() if re.match("Node: |  Stage |  pointwise: |Edge: ", line)]
            (folder / "blur/compile_log.txt").write_text("\n".join(kept) + "\n")
        features = path.read_bytes()
        path.with_suffix(".sample").write_bytes(features + struct.pack("<fii", 1 + seed / 4, 7, seed))
        path.unlink()
    (folder / "blur/costs.tsv").write_text("# schedule\tcores\tcost that Halide printed\n" + "".join(rows))


if len(sys.argv) == 2:
    main(pathlib.Path(sys.argv[1]))
else:
    schedule(int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3]))
