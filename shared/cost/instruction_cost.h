// The cost of one execution of one instruction, by its opcode.
#pragma once

#include <vector>

#include "shared/cost/cost.h"
#include "shared/cost/fusion.h"
#include "shared/cost/sizes.h"
#include "shared/hlo/module.h"

namespace hlorank::cost {

// How a cost that XLA does not know is counted.
enum class Unknown : uint8_t {
  kMinusOne,  // as XLA: −1 flops and −1 bytes for a custom call
  kOperands,  // no flops; the bytes of operands and result
};

// What the cost of an instruction depends on beside itself.
struct Context {
  const hlo::Module& module;
  const FusionBytes& fusionBytes;
  ContentsTable& contents;
  const std::vector<Cost>& computations;  // [computations] cost of one execution of each called computation
  Unknown unknown = Unknown::kOperands;
};

// Returns the cost of one execution of an instruction with everything it applies or fuses. For instructions that run
// computations (while, call, conditional, async-start) it is zero: their computations count by themselves.
// Each figure is at most kLargestCount. O(operands).
Cost computeOwnCost(const Context& context, const hlo::Instruction& instruction);

// What an instruction does with the computations that it calls.
enum class Calling : uint8_t {
  kNone,    // calls no computation
  kRuns,    // runs them step by step: while, call, conditional, async-start
  kFuses,   // executes one as a single kernel: fusion
  kApplies  // applies one to elements: reduce, map, sort, scatter, all-reduce, …
};
Calling callingOf(const hlo::Instruction& instruction);

}  // namespace hlorank::cost
