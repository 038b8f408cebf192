// Divides a computation into nested sections: scopes of op_name, repetitions, and parts of long sequences.
#pragma once

#include <string>
#include <vector>

#include "shared/drawing/drawing.h"
#include "shared/drawing/folding.h"

namespace hlorank::drawing {

// A node of the section tree of one computation, in preorder; outline.cpp makes a Place of each.
struct Entry {
  Kind kind = Kind::kInstruction;  // or kSection, kRepeat
  uint32_t end = 0;                // descendants are the entries after this one and before `end`
  hlo::InstructionId instruction = kNone;
  hlo::InstructionId host = kNone;  // folded instruction: the one it is pinned to
  uint32_t label = kNone;
  uint32_t repeats = 0;
};

// Returns a hash of each instruction's operation, [instructions]: its opcode and the operations of its called
// computations, without shapes.
std::vector<uint64_t> computeSymbols(const hlo::Module& module, const Folding& folding);

// Builds the section tree in preorder and appends its labels to `labels`. Unfolded instructions are in the topological
// order of scopes.h, folded ones precede their first user. A section has at most 50 children; a computation with
// fewer is divided only by scopes and repetitions. O(n log² n).
std::vector<Entry> buildSections(const hlo::Module& module, hlo::ComputationId computation, const Folding& folding,
                                 const std::vector<uint64_t>& symbols, std::vector<Label>& labels);

}  // namespace hlorank::drawing
