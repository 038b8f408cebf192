// Reads the source scopes of instructions from the op_name of their metadata, "jit(f)/transformer/layer_3/dot_general".
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "shared/drawing/folding.h"

namespace hlorank::drawing {

struct Scopes {
  std::vector<hlo::InstructionId> order;  // the unfolded instructions in a topological order
  std::vector<uint32_t> begin;            // [order + 1] index in `parts` of the first scope of order[k]
  std::vector<uint32_t> parts;            // scopes of each instruction, outermost first, as indices in `names`
  std::vector<std::string_view> names;    // "layer_3"; distinct

  // Returns the scopes of order[k], outermost first.
  std::span<const uint32_t> of(uint32_t k) const { return {parts.data() + begin[k], begin[k + 1] - begin[k]}; }
};

// Reads the scopes of a computation's instructions and orders these so that instructions of a scope are adjacent as far
// as their operands allow. The last part of an op_name is the operation, not a scope; at most 12 scopes per instruction
// are used. O(n log n).
Scopes readScopes(const hlo::Module& module, hlo::Range instructions, const Folding& folding);

}  // namespace hlorank::drawing
