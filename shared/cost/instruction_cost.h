// Computes the cost (flops, transcendentals, bytes) of one execution of one HLO instruction from its opcode and shapes.
#pragma once

#include <vector>

#include "shared/cost/cost.h"
#include "shared/cost/cpu_steps.h"
#include "shared/cost/fusion.h"
#include "shared/cost/sizes.h"
#include "shared/hlo/module.h"

namespace hlorank::cost {

// How to count the unknown cost of a custom call.
enum class Unknown : uint8_t {
  kMinusOne,  // counts as −1 flops and −1 bytes, like XLA
  kOperands,  // counts as 0 flops and the bytes of its operands and result
};

// What the cost of an instruction depends on, apart from the instruction itself.
struct Context {
  const hlo::Module& module;
  const FusionBytes& fusionBytes;
  ContentsTable& contents;
  const std::vector<Cost>& computations;  // [computations] cost of one execution of each computation
  // [computations] The same inside a fusion, which computes only the elements that it needs (FusionBytes).
  const std::vector<Cost>& fused;
  Unknown unknown = Unknown::kOperands;
  CpuSteps* steps = nullptr;  // if XLA:CPU runs the module: what it computes slowly then counts more operations
  bool isInEntry = false;     // whether the instruction is in the entry computation once calls are inlined
};

// Returns the cost of one execution of an instruction, including computations that it fuses or applies to elements.
// Returns 0 for while, call, conditional and async-start, because the instructions of the computations that they run
// are counted separately. No value exceeds kLargestCount. O(operands), on CPUs O(size of a fusion).
Cost computeOwnCost(const Context& context, const hlo::Instruction& instruction);

// Returns a cost with every number at most kLargestCount and at least −kLargestCount; 0 in place of NaN.
Cost limited(const Cost& cost);

// How an instruction uses the computations that it calls.
enum class Calling : uint8_t {
  kNone,    // calls no computation
  kRuns,    // runs the computation instruction by instruction: while, call, conditional, async-start
  kFuses,   // executes the computation as a single kernel: fusion
  kApplies  // applies the computation to elements: reduce, map, sort, scatter, all-reduce, …
};
Calling callingOf(const hlo::Instruction& instruction);

}  // namespace hlorank::cost
