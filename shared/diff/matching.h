// Matches the instructions and computations of two modules; the order of the steps is described at compare() in diff.h.
#pragma once

#include <vector>

#include "shared/diff/hashes.h"
#include "shared/hlo/module.h"

namespace hlorank::diff {

struct Matching {
  std::vector<hlo::InstructionId> rightOf, leftOf;                    // [instructions] match, or kNone
  std::vector<hlo::ComputationId> rightComputation, leftComputation;  // [computations] match, or kNone
};

Matching match(const hlo::Module& left, const Hashes& leftHashes, const hlo::Module& right, const Hashes& rightHashes);

}  // namespace hlorank::diff
