// The cost of every instruction of a module, and of the module as a whole.
#pragma once

#include <vector>

#include "shared/cost/cost.h"
#include "shared/cost/instruction_cost.h"
#include "shared/hlo/module.h"

namespace hlorank::cost {

// How loops, branches and unknown calls are counted.
enum class Convention : uint8_t {
  // As one run executes them: a loop × its trip count (once if that is unknown), of a conditional the branch with the
  // most flops and bytes, and a custom call with the bytes of its operands and result.
  kExecuted,
  // As xla::HloCostAnalysis: the body of a loop once, of a conditional the largest of each figure, and −1 for a custom
  // call.
  kXla,
};

// How an instruction takes part in a run.
enum class Part : uint8_t {
  kUnused,    // in a computation that nothing calls, or in a branch that is not counted
  kExecuted,  // by itself: it has a cost of its own
  kFused,     // inside a fusion: its bytes count there
  kApplied,   // in a computation that a reduce, map, sort, … applies to elements: counts there
};

struct Analysis {
  std::vector<Cost> own;        // [instructions] of one execution, without computations that the instruction runs
  std::vector<Cost> inclusive;  // [instructions] of one execution, with them; a loop × its trip count
  std::vector<double> trips;    // [instructions] executions per run of the program; 0 if unused
  std::vector<Part> parts;      // [instructions]
  Cost total;                   // of one run: the sum of own × trips over the executed instructions
  std::vector<hlo::InstructionId> loops;         // executed `while`s
  std::vector<double> loopTrips;                 // [loops] trip count
  std::vector<hlo::InstructionId> unknownLoops;  // those whose trip count is not known, and counted as 1
  std::vector<hlo::InstructionId> unknownCalls;  // executed custom calls: what they compute is not known

  // Cost of all executions of an executed instruction.
  Cost costOf(hlo::InstructionId id) const { return own[id] * trips[id]; }
};

// Analyses a module. Computations in a call cycle, which is invalid HLO, cost nothing. Under kXla the executed
// instructions do not add up to `total` where a conditional or a custom call is. O(instructions + operands).
Analysis analyse(const hlo::Module& module, Convention convention = Convention::kExecuted);

}  // namespace hlorank::cost
