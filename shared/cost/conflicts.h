// Layout conflicts: instructions that move data only because two layouts, or two orders of dimensions, disagree.
#pragma once

#include <string_view>
#include <vector>

#include "shared/cost/analysis.h"

namespace hlorank::cost {

enum class ConflictKind : uint8_t {
  kCopy,        // a copy between equal layouts, such as one that protects a loop variable
  kLayoutCopy,  // a copy to another layout
  kMemoryCopy,  // a copy to another tiling or memory space
  kTranspose,   // a transpose that layouts do not make free
  kReshape,     // a reshape that layouts do not make free
};
std::string_view name(ConflictKind kind);  // "copy", "layout copy", "memory copy", "transpose", "reshape"

struct Conflict {
  hlo::InstructionId id = hlo::kNone;
  ConflictKind kind = ConflictKind::kCopy;
  bool isFused = false;  // inside a fusion: no bytes of its own, but reads or writes of the fusion are strided
  double bytes = 0;      // of one execution: operand and result
  double trips = 0;      // executions in one run
};

// Lists explicit copies and transposes, and reshapes that move data, of the executed and the fused instructions;
// largest bytes × trips first. O(n log n).
std::vector<Conflict> listConflicts(const hlo::Module& module, const Analysis& analysis);

}  // namespace hlorank::cost
