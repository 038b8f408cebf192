// Layout conflicts: instructions that move data only because two layouts, or two orders of dimensions, disagree.
#pragma once

#include <string_view>
#include <vector>

#include "shared/cost/analysis.h"

namespace hlorank::cost {

enum class ConflictKind : uint8_t {
  kCopy,        // a copy to the same layout, for example to keep a loop variable from being overwritten
  kLayoutCopy,  // a copy to another layout
  kMemoryCopy,  // a copy to another tiling or memory space
  kTranspose,   // a transpose that moves data: its layouts do not make it a bitcast
  kReshape,     // a reshape that moves data: its layouts do not make it a bitcast
};
std::string_view name(ConflictKind kind);  // "copy", "layout copy", "memory copy", "transpose", "reshape"

struct Conflict {
  hlo::InstructionId id = hlo::kNone;
  ConflictKind kind = ConflictKind::kCopy;
  bool isFused = false;  // inside a fusion: it moves no data itself, but makes reads or writes of the fusion strided
  double bytes = 0;      // bytes of operand and result, per execution
  double trips = 0;      // executions per run of the program
};

// Lists the copies, and the transposes and reshapes that move data, among the instructions that are executed by
// themselves or inside fusions (Part in analysis.h); largest bytes × trips first. O(n log n).
std::vector<Conflict> listConflicts(const hlo::Module& module, const Analysis& analysis);

}  // namespace hlorank::cost
