// Finds the plumbing instructions of a module (parameters, constants, get-tuple-element, …, which are not drawn as
// boxes) and the data flow between the other instructions.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

// The plumbing (folded instructions) of a module and the data flow without it.
struct Folding {
  std::vector<uint8_t> folded;        // [instructions] 1: folded (plumbing); 0: not
  std::vector<uint32_t> sourceBegin;  // [instructions + 1] index in `sources` of the first source of each
  // Concatenated sources of each instruction: the unfolded instructions that it reads, directly or through plumbing,
  // and its control predecessors. Folded instructions have none.
  std::vector<hlo::InstructionId> sources;

  // Returns the sources of an instruction (see `sources`).
  std::span<const hlo::InstructionId> of(hlo::InstructionId i) const {
    return {sources.data() + sourceBegin[i], sourceBegin[i + 1] - sourceBegin[i]};
  }
};

// Folds parameters, constants and iota (and broadcasts, bitcasts and conversions of them), bitcast, get-tuple-element
// (unless it yields a folded tuple), and tuples with one user or as the root. Does not fold instructions with control
// predecessors, nor the root of a computation that would be empty. O(instructions + operands).
Folding foldPlumbing(const hlo::Module& module);

}  // namespace hlorank::drawing
