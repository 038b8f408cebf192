// The instructions of a computation as sections within sections: scopes of op_name, repetitions, parts.
#pragma once

#include <string>
#include <vector>

#include "shared/drawing/drawing.h"
#include "shared/drawing/folding.h"

namespace hlorank::drawing {

// A tree in preorder, of one computation; a Place in the making.
struct Entry {
  Kind kind = Kind::kInstruction;  // or kSection, kRepeat
  uint32_t end = 0;                // entries beneath are (this, end)
  hlo::InstructionId instruction = kNone;
  hlo::InstructionId host = kNone;  // of a folded instruction
  uint32_t label = kNone;
  uint32_t repeats = 0;
};

// What an instruction does, as a number: equal for equal operations, whatever their shapes. Calls count as what they
// call.
std::vector<uint64_t> symbolsOf(const hlo::Module& module, const Folding& folding);

// Instructions that are not folded stand in a topological order (node order, but for those of a scope, which are
// brought together), folded ones before the first that uses them. A section holds at most kItems items, a single
// computation of fewer than that has no sections but repetitions and scopes. Labels are appended to `labels`.
// O(n log^2 n).
std::vector<Entry> sectionsOf(const hlo::Module& module, hlo::ComputationId computation, const Folding& folding,
                              const std::vector<uint64_t>& symbols, std::vector<Label>& labels);

}  // namespace hlorank::drawing
