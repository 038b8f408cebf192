// Computes the cost (flops, transcendentals, bytes; see cost.h) of every instruction of an HLO module and of the whole
// module.
#pragma once

#include <vector>

#include "shared/cost/cost.h"
#include "shared/cost/instruction_cost.h"
#include "shared/cost/machine.h"
#include "shared/hlo/module.h"

namespace hlorank::cost {

// How the costs of loops, conditionals and custom calls are counted.
enum class Convention : uint8_t {
  // Counts as in one run of the program. The body of a loop counts as often as its trip count, or once if the trip
  // count is unknown. A conditional counts as the branch that takes longest, and a custom call as the bytes of its
  // operands and result, with flops only if its operation is known (custom_call.h). A gather or scatter inside a fusion
  // counts the elements that it reads or updates.
  kExecuted,
  // Counts as xla::HloCostAnalysis does. The body of a loop counts once. A conditional counts as the largest flops, the
  // largest transcendentals and the largest bytes among its branches. A custom call, whose cost is unknown, counts as
  // −1 in each.
  kXla,
};

// Whether an instruction has a cost of its own, or which other instruction includes its cost.
enum class Part : uint8_t {
  // Not counted, because the instruction is in a computation that nothing calls, or in a branch of a conditional that
  // is not counted.
  kUnused,
  kExecuted,  // executed by itself, with a cost of its own
  kFused,     // inside a fusion, whose cost includes that of the instruction
  // In a computation that another instruction (reduce, map, sort, …) applies to elements. The cost of that other
  // instruction includes this one.
  kApplied,
};

struct Analysis {
  // [instructions] Cost of one execution of each instruction, without the computations that it calls, such as the body
  // of a loop.
  std::vector<Cost> own;
  // [instructions] Cost of one execution of each instruction, including the computations that it calls. For a loop, it
  // covers all iterations.
  std::vector<Cost> inclusive;
  // [instructions] number of executions of each instruction per run of the program; 0 if not counted.
  std::vector<double> trips;
  // [instructions] whether each instruction has a cost of its own, or which instruction includes it.
  std::vector<Part> parts;
  // Cost of one run of the program: the sum of own × trips over all instructions that are Part::kExecuted.
  Cost total;
  std::vector<hlo::InstructionId> loops;         // the `while` instructions that are executed
  std::vector<hlo::InstructionId> unknownLoops;  // the elements of `loops` with unknown trip count, which counts as 1
  std::vector<hlo::InstructionId> unknownCalls;  // custom calls that are executed and whose flops are unknown

  // Returns the cost of all executions of an instruction in one run of the program. The instruction must have a cost of
  // its own (Part::kExecuted).
  Cost costOf(hlo::InstructionId id) const { return own[id] * trips[id]; }
};

// Computes the costs of the instructions of a module. Only while, call, conditional and async-start run the
// computations that they call. Computations in a cycle of calls, which is invalid HLO, cost nothing. With
// Convention::kXla, `total` is the sum over all instructions only if the module has no conditionals and no custom
// calls. `machine` decides which branch of a conditional takes longest; by default it is kDefaultMachine.
// O(instructions + operands).
Analysis analyse(const hlo::Module& module, Convention convention, const Machine& machine);
Analysis analyse(const hlo::Module& module, Convention convention = Convention::kExecuted);

}  // namespace hlorank::cost
