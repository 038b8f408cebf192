// Computes the cost (flops, transcendentals, bytes) of one execution of one instruction, by its opcode.
#pragma once

#include <vector>

#include "shared/cost/cost.h"
#include "shared/cost/fusion.h"
#include "shared/cost/sizes.h"
#include "shared/hlo/module.h"

namespace hlorank::cost {

// How to count a custom call, whose cost is unknown.
enum class Unknown : uint8_t {
  kMinusOne,  // −1 flops and −1 bytes, as XLA does
  kOperands,  // no flops, and the bytes of its operands and result
};

// What the cost of an instruction depends on, besides the instruction.
struct Context {
  const hlo::Module& module;
  const FusionBytes& fusionBytes;
  ContentsTable& contents;
  const std::vector<Cost>& computations;  // [computations] cost of one execution of each
  Unknown unknown = Unknown::kOperands;
};

// Returns the cost of one execution of an instruction, including the computations that it fuses or applies. 0 for
// instructions that run computations (while, call, conditional, async-start), because the instructions of those
// computations are counted separately. No value exceeds kLargestCount. O(operands).
Cost computeOwnCost(const Context& context, const hlo::Instruction& instruction);

// How an instruction uses the computations that it calls.
enum class Calling : uint8_t {
  kNone,    // calls no computation
  kRuns,    // runs them step by step: while, call, conditional, async-start
  kFuses,   // executes one as a single kernel: fusion
  kApplies  // applies one to elements: reduce, map, sort, scatter, all-reduce, …
};
Calling callingOf(const hlo::Instruction& instruction);

}  // namespace hlorank::cost
