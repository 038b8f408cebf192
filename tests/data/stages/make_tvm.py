"""Creates FOLDER/database_tuning_record.json, tuning records for tests, with TVM's wheel: python make_tvm.py FOLDER.

Needs pip install apache-tvm==0.27.0.post1 apache-tvm-ffi==0.1.14.post0 psutil cloudpickle. The schedules are those of TVM's
own rules for a matrix product; the run times are numbers for tests, not measurements, and the last one stands for a failure.
"""

import pathlib
import sys
import tempfile

import tvm
from tvm import te
from tvm.s_tir import meta_schedule as ms
from tvm.target import Target

left = te.placeholder((64, 32), name="A")
right = te.placeholder((32, 64), name="B")
k = te.reduce_axis((0, 32), name="k")
product = te.compute((64, 64), lambda i, j: te.sum(left[i, k] * right[k, j], axis=k), name="C")
output = te.compute((64, 64), lambda i, j: te.max(product[i, j], 0.0), name="D")
module = tvm.IRModule({"main": te.create_prim_func([left, right, output])})

with tempfile.TemporaryDirectory() as folder:
    database = ms.database.JSONDatabase(work_dir=folder)
    workload = database.commit_workload(module)
    target = Target({"kind": "llvm", "num-cores": 1})
    rules = ms.space_generator.PostOrderApply(sch_rules="llvm", postprocs="llvm", mutator_probs="llvm")
    context = ms.TuneContext(
        module, target=target, space_generator=rules, search_strategy="replay-trace", task_name="m", rand_state=1, num_threads=1
    )
    for i, schedule in enumerate(context.generate_design_space()[:3]):
        arguments = ms.arg_info.ArgInfo.from_entry_func(schedule.mod, remove_preproc=True)
        seconds = [1e10] if i == 2 else [0.001 * (i + 1), 0.0012 * (i + 1)]
        database.commit_tuning_record(ms.database.TuningRecord(schedule.trace, workload, seconds, target, arguments))
    record = (pathlib.Path(folder) / "database_tuning_record.json").read_text()
(pathlib.Path(sys.argv[1]) / "database_tuning_record.json").write_text(record)
