// Computes the cost (flops, transcendentals, bytes; see cost.h) of every instruction of a module and of the whole
// module.
#pragma once

#include <vector>

#include "shared/cost/cost.h"
#include "shared/cost/instruction_cost.h"
#include "shared/hlo/module.h"

namespace hlorank::cost {

// How loops, branches and unknown calls are counted.
enum class Convention : uint8_t {
  // As in one run of the program: the body of a loop counts as often as its trip count (once if that is unknown), a
  // conditional as its most expensive branch, and a custom call as the bytes of its operands and result.
  kExecuted,
  // As in xla::HloCostAnalysis: the body of a loop counts once, a conditional as the largest flops, the largest
  // transcendentals and the largest bytes among its branches, and each cost of a custom call, which is unknown, as −1.
  kXla,
};

// Where the cost of an instruction is counted.
enum class Part : uint8_t {
  kUnused,    // in a computation that nothing calls, or in a branch that is not counted
  kExecuted,  // executed by itself: it has a cost of its own
  kFused,     // inside a fusion, which has the cost
  kApplied,   // in a computation that a reduce, map, sort, … applies to elements; that instruction has the cost
};

struct Analysis {
  std::vector<Cost> own;        // [instructions] cost of one execution, without the computations that it runs
  std::vector<Cost> inclusive;  // [instructions] `own` plus the computations that it runs; of a loop, all iterations
  std::vector<double> trips;    // [instructions] executions per run of the program; 0 if unused
  std::vector<Part> parts;      // [instructions] where the cost of each is counted
  Cost total;                   // cost of one run: the sum of own × trips over the executed instructions
  std::vector<hlo::InstructionId> loops;         // the executed while instructions
  std::vector<hlo::InstructionId> unknownLoops;  // those of `loops` whose trip count is unknown and counts as 1
  std::vector<hlo::InstructionId> unknownCalls;  // executed custom calls, whose flops are unknown

  // Returns the cost of all executions of an executed instruction in one run.
  Cost costOf(hlo::InstructionId id) const { return own[id] * trips[id]; }
};

// Analyses a module. An instruction runs computations if it is a while, call, conditional or async-start. Computations
// in a call cycle, which is invalid HLO, cost nothing. With Convention::kXla, if the module has a conditional or a
// custom call, the costs of the instructions do not add up to `total`. O(instructions + operands).
Analysis analyse(const hlo::Module& module, Convention convention = Convention::kExecuted);

}  // namespace hlorank::cost
