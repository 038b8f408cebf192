// Finds the plumbing instructions of a module (parameters, constants, get-tuple-element, …, which are not drawn as
// boxes) and the data flow between the other instructions.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

// The plumbing instructions of a module (parameters, constants, …, which are folded: not drawn as boxes), and the data
// flow between the other instructions.
struct Folding {
  std::vector<uint8_t> folded;        // [instructions] 1: plumbing, not drawn as a box (folded); 0: drawn as a box
  std::vector<uint32_t> sourceBegin;  // [instructions + 1] index in `sources` of each instruction's first source
  // The sources of all instructions, one after another: the instructions with boxes whose values an instruction reads,
  // directly or through plumbing, and its control predecessors. Plumbing instructions have no sources.
  std::vector<hlo::InstructionId> sources;

  // Returns the instructions with boxes whose values instruction i reads, and its control predecessors.
  std::span<const hlo::InstructionId> of(hlo::InstructionId i) const {
    return {sources.data() + sourceBegin[i], sourceBegin[i + 1] - sourceBegin[i]};
  }
};

// Finds the plumbing instructions, which are not drawn as boxes: parameters, constants and iota; broadcasts, bitcasts
// and conversions of these; bitcast; get-tuple-element (unless it yields a folded tuple); tuples with one user or as
// the root. Keeps instructions with control predecessors, and the root of a computation that would otherwise be empty.
// O(instructions + operands).
Folding foldPlumbing(const hlo::Module& module);

}  // namespace hlorank::drawing
