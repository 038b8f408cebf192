// Reads the source scopes of instructions, such as layers, from the op_name of their metadata,
// "jit(f)/transformer/layer_3/dot_general".
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "shared/drawing/folding.h"

namespace hlorank::drawing {

// The instructions of a computation, ordered so that those of a scope are adjacent, and the scopes of each.
struct Scopes {
  std::vector<hlo::InstructionId> order;  // unfolded instructions (all but plumbing) in a topological order
  std::vector<uint32_t> begin;            // [order + 1] begin[k]: index in `parts` of the first scope of order[k]
  std::vector<uint32_t> parts;            // scopes of order[0], order[1], …, outermost first; indices in `names`
  std::vector<std::string_view> names;    // distinct names of scopes, "layer_3"

  // Returns the scopes of order[k], outermost first, as indices in `names`.
  std::span<const uint32_t> of(uint32_t k) const { return {parts.data() + begin[k], begin[k + 1] - begin[k]}; }
};

// Reads the scopes of the unfolded instructions of a computation and sorts them topologically so that those of a scope
// are adjacent as far as data flow allows. The last part of an op_name is the operation, not a scope. Uses at most 12
// scopes per instruction. O(n log n).
Scopes readScopes(const hlo::Module& module, hlo::Range instructions, const Folding& folding);

}  // namespace hlorank::drawing
