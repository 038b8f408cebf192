// Computes the cost (flops, transcendentals, bytes; see cost.h) of every instruction of an HLO module and of the whole
// module.
#pragma once

#include <vector>

#include "shared/cost/cost.h"
#include "shared/cost/instruction_cost.h"
#include "shared/hlo/module.h"

namespace hlorank::cost {

// How the costs of loops, conditionals and custom calls are counted.
enum class Convention : uint8_t {
  // As in one run of the program. The body of a loop counts as often as its trip count, or once if that is unknown; a
  // conditional, as its most expensive branch; a custom call, as the bytes of its operands and result.
  kExecuted,
  // As in xla::HloCostAnalysis. The body of a loop counts once; a conditional, as the largest flops, transcendentals
  // and bytes among its branches; each cost of a custom call, which is unknown, as −1.
  kXla,
};

// Whether an instruction has a cost of its own, or which other instruction includes its cost.
enum class Part : uint8_t {
  // Not counted: in a computation that nothing calls, or in a branch of a conditional that is not counted.
  kUnused,
  kExecuted,  // executed by itself, with a cost of its own
  kFused,     // inside a fusion, whose cost includes it
  // In a computation that a reduce, map, sort, … applies to elements. The cost of that instruction includes it.
  kApplied,
};

struct Analysis {
  // [instructions] Cost of one execution, without called computations such as the body of a loop.
  std::vector<Cost> own;
  // [instructions] Cost of one execution with called computations; for a loop, with all iterations.
  std::vector<Cost> inclusive;
  std::vector<double> trips;  // [instructions] executions per run of the program; 0 if not counted
  std::vector<Part> parts;    // [instructions] whether each has a cost of its own
  // Cost of one run of the program: the sum of own × trips over all instructions with Part::kExecuted.
  Cost total;
  std::vector<hlo::InstructionId> loops;         // the `while` instructions that are executed
  std::vector<hlo::InstructionId> unknownLoops;  // those of `loops` with unknown trip count, which counts as 1
  std::vector<hlo::InstructionId> unknownCalls;  // custom calls that are executed, with unknown flops

  // Returns the cost of all executions of an instruction in one run of the program. The instruction must be
  // Part::kExecuted.
  Cost costOf(hlo::InstructionId id) const { return own[id] * trips[id]; }
};

// Computes the costs in a module. Only while, call, conditional and async-start run the computations that they call.
// Computations in a cycle of calls, which is invalid HLO, cost nothing. With Convention::kXla, the costs of all
// instructions add up to `total` only without conditionals and custom calls. O(instructions + operands).
Analysis analyse(const hlo::Module& module, Convention convention = Convention::kExecuted);

}  // namespace hlorank::cost
