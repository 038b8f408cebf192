// Where the metadata of instructions says they come from: "jit(f)/transformer/layer_3/dot_general".
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "shared/drawing/folding.h"

namespace hlorank::drawing {

struct Scopes {
  std::vector<hlo::InstructionId> order;  // instructions that are not folded, in a topological order
  std::vector<uint32_t> begin;            // [order + 1]
  std::vector<uint32_t> parts;            // names of the scopes of order[k], outermost first: [begin[k], begin[k + 1])
  std::vector<std::string_view> names;    // "layer_3"; equal names have equal numbers

  std::span<const uint32_t> of(uint32_t k) const { return {parts.data() + begin[k], begin[k + 1] - begin[k]}; }
};

// Of a computation's instructions. The last part of an op_name is the operation and no scope; at most 12 scopes count.
// Node order, but that instructions of a scope stand together as far as their operands allow. O(n log n).
Scopes scopesOf(const hlo::Module& module, hlo::Range instructions, const Folding& folding);

}  // namespace hlorank::drawing
