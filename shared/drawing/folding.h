// Finds the plumbing instructions of a module (see drawing.h) and the data flow that remains without them.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

struct Folding {
  std::vector<uint8_t> folded;        // [instructions] 1: plumbing
  std::vector<uint32_t> sourceBegin;  // [instructions + 1] index of the first source of each
  // The unfolded producers that an instruction reads, directly or through plumbing, and its control predecessors; none
  // for folded instructions.
  std::vector<hlo::InstructionId> sources;

  // Returns the sources of an instruction.
  std::span<const hlo::InstructionId> of(hlo::InstructionId i) const {
    return {sources.data() + sourceBegin[i], sourceBegin[i + 1] - sourceBegin[i]};
  }
};

// Folds parameters, constants (also through broadcast, bitcast or convert), get-tuple-element, bitcast and tuples with
// at most one user. If a computation contains nothing else, its root is not folded. Linear in instructions + operands.
Folding foldPlumbing(const hlo::Module& module);

}  // namespace hlorank::drawing
