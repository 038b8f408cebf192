// Finds the plumbing instructions of a module (parameters, constants, get-tuple-element, …, which are not drawn as
// boxes) and the data flow between the other instructions.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

// The plumbing instructions of a module (parameters, constants, …, which are folded: not drawn as boxes), and the data
// flow between the other instructions.
struct Folding {
  std::vector<uint8_t> folded;        // [instructions] 1 if plumbing, which is not drawn as a box; 0 if drawn as a box
  std::vector<uint32_t> sourceBegin;  // [instructions + 1] index in `sources` of each instruction's first source
  // The sources of all instructions, one instruction after another. Sources of an instruction are its control
  // predecessors and the instructions with boxes whose values it reads, directly or through plumbing. Plumbing
  // instructions have no sources.
  std::vector<hlo::InstructionId> sources;

  // Returns the sources of instruction i: its control predecessors and the instructions with boxes whose values it
  // reads.
  std::span<const hlo::InstructionId> of(hlo::InstructionId i) const {
    return {sources.data() + sourceBegin[i], sourceBegin[i + 1] - sourceBegin[i]};
  }
};

// Finds the plumbing instructions, which are not drawn as boxes. These are parameters, constants and iota, broadcasts,
// bitcasts and conversions of them, any bitcast, get-tuple-element, and tuples that have one user or are the root.
// Exceptions, which are drawn: a get-tuple-element whose result is a tuple that is not drawn, an instruction with
// control predecessors, and the root of a computation that would otherwise be empty. O(instructions + operands).
Folding foldPlumbing(const hlo::Module& module);

}  // namespace hlorank::drawing
