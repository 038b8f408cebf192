// Reads the source scopes of HLO instructions, such as the layers of a network, from op_name in their metadata:
// "jit(f)/transformer/layer_3/dot_general".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "shared/drawing/folding.h"

namespace hlorank::drawing {

// The instructions of a computation with the source scopes of each ("transformer", "layer_3"). Instructions of the same
// scope are adjacent.
struct Scopes {
  std::vector<hlo::InstructionId> order;  // the instructions drawn as boxes, in a topological order
  std::vector<uint32_t> begin;  // [order + 1] index in `parts` of the first scope of each instruction in `order`
  // Scopes as indices in `names`: first those of order[0], outermost first, then those of order[1], …
  std::vector<uint32_t> parts;
  std::vector<std::string> names;  // names of scopes without escapes, such as "layer_3"

  // Returns the scopes of order[k], outermost first, as indices in `names`.
  std::span<const uint32_t> of(uint32_t k) const { return {parts.data() + begin[k], begin[k + 1] - begin[k]}; }
};

// Reads the source scopes of the instructions of a computation from op_name. The last part of an op_name is the
// operation, not a scope. Uses at most 12 scopes per instruction. Sorts the instructions topologically, so that those
// of a scope are adjacent as far as data flow allows. Omits plumbing such as parameters, which `folding` lists. O(n log
// n).
Scopes readScopes(const hlo::Module& module, hlo::Range instructions, const Folding& folding);

}  // namespace hlorank::drawing
