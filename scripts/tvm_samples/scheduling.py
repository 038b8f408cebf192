"""Samples random schedules from the design space of MetaSchedule and compiles them."""

import dataclasses
import sys
import types

import tvm_ffi
from tvm.s_tir import meta_schedule
from tvm.s_tir.meta_schedule.builder.local_builder import default_build as build
from tvm.target import Target, codegen

# Replace this module by an empty one. MetaSchedule would import from it tensor intrinsics for all kinds of processors,
# which takes 15 s, and none of them applies to float32 on this processor.
sys.modules.setdefault("tvm.s_tir.tensor_intrin", types.ModuleType("tvm.s_tir.tensor_intrin"))
BATCH = 16  # number of schedules that the search strategy samples at once


@dataclasses.dataclass(eq=False)
class Schedule:
    candidate: object  # a MeasureCandidate of MetaSchedule
    target: Target
    callable: object = None

    @property
    def key(self):
        """Structural hash of the scheduled module: schedules with equal keys are duplicates."""
        return tvm_ffi.structural_hash(self.candidate.sch.mod)

    def compile(self):
        return build(self.candidate.sch.mod, self.target, None)["main"]


def host_target():
    """Returns the TVM target for this processor, with one thread."""
    return Target({"kind": "llvm", "mcpu": codegen.llvm_get_system_cpu(), "num-cores": 1})


def context_of(module, target, seed):
    """Returns a MetaSchedule context with TVM's default rules for CPUs, which samples random schedules."""
    return meta_schedule.TuneContext(
        module,
        target=target,
        space_generator=meta_schedule.space_generator.PostOrderApply(
            sch_rules="llvm", postprocs="llvm", mutator_probs="llvm"
        ),
        search_strategy="replay-trace",
        task_name="main",
        rand_state=seed,
        num_threads=1,
    )


def sample(module, target, seed, limit):
    """Yields at most `limit` random schedules, some of which may be equal."""
    context = context_of(module, target, seed)
    context.pre_tuning(
        limit,
        BATCH,
        context.generate_design_space(),
        meta_schedule.database.MemoryDatabase(),
        meta_schedule.cost_model.RandomModel(),
    )
    while candidates := context.generate_measure_candidates():
        for candidate in candidates:
            yield Schedule(candidate, target)
        context.notify_runner_results(candidates, [meta_schedule.runner.RunnerResult([1.0], None)] * len(candidates))
