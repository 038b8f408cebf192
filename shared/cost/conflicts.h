// Layout conflicts: instructions that only copy data, mostly because two layouts or two orders of dimensions differ.
#pragma once

#include <string_view>
#include <vector>

#include "shared/cost/analysis.h"

namespace hlorank::cost {

enum class ConflictKind : uint8_t {
  // A copy to the same layout, for example one that keeps a loop variable from being overwritten.
  kCopy,
  kLayoutCopy,  // copy to another layout
  kMemoryCopy,  // copy to another tiling or memory space
  kTranspose,   // transpose that moves data, because its layouts do not make it a bitcast
  kReshape,     // reshape that moves data, because its layouts do not make it a bitcast
};
std::string_view name(ConflictKind kind);  // returns "copy", "layout copy", "memory copy", "transpose" or "reshape"

struct Conflict {
  hlo::InstructionId id = hlo::kNone;
  ConflictKind kind = ConflictKind::kCopy;
  // Whether the instruction is inside a fusion that does more. Such an instruction moves no data itself (`bytes` is its
  // size), but makes the fusion's reads or writes strided.
  bool isFused = false;
  // Shapes, with layouts, of the operand and of the result; of a fusion, those of the instruction inside that moves
  // data.
  hlo::ShapeId from = hlo::kNone, to = hlo::kNone;
  double bytes = 0;  // bytes of the operand plus the result, per execution
  double trips = 0;  // executions per run of the program
};

// Lists all copies, also asynchronous ones, and all transposes and reshapes that move data, largest bytes × trips
// first; inside fusions that do more, no copies to the same layout. Lists only instructions that are executed by
// themselves or inside fusions (Part in analysis.h). A fusion of one array that does nothing else counts as such an
// instruction, in place of those inside it. O(n log n).
std::vector<Conflict> listConflicts(const hlo::Module& module, const Analysis& analysis);

}  // namespace hlorank::cost
