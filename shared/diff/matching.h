// Matches the instructions and computations of two modules one to one; compare() in diff.h describes the steps.
#pragma once

#include <vector>

#include "shared/diff/hashes.h"
#include "shared/hlo/module.h"

namespace hlorank::diff {

// The matches between a left and a right module.
struct Matching {
  std::vector<hlo::InstructionId> rightOf, leftOf;  // [instructions of left], [of right] match or kNone
  std::vector<hlo::ComputationId> rightComputation, leftComputation;  // [computations of left], [of right] likewise
};

// Matches two modules. O(n log n), n = instructions + operands.
Matching match(const hlo::Module& left, const Hashes& leftHashes, const hlo::Module& right, const Hashes& rightHashes);

}  // namespace hlorank::diff
