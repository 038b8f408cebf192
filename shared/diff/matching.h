// Matches the instructions and computations of two HLO modules one to one. compare() in diff.h describes the steps.
#pragma once

#include <vector>

#include "shared/diff/hashes.h"
#include "shared/hlo/module.h"

namespace hlorank::diff {

// The matches between the instructions and computations of two modules, left and right.
struct Matching {
  // rightOf has, for each instruction of the left module, its match in the right module, or kNone. leftOf is the
  // reverse.
  std::vector<hlo::InstructionId> rightOf, leftOf;
  // rightComputation has, for each computation of the left module, its match in the right module, or kNone.
  // leftComputation is the reverse.
  std::vector<hlo::ComputationId> rightComputation, leftComputation;
};

// Matches the instructions and computations of two modules by their hashes. O(n log n), where n is the number of
// instructions and operands.
Matching match(const hlo::Module& left, const Hashes& leftHashes, const hlo::Module& right, const Hashes& rightHashes);

}  // namespace hlorank::diff
