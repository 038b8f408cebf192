// Divides the instructions of a computation into nested sections: scopes of op_name, repetitions, and parts of long
// sequences.
#pragma once

#include <string>
#include <vector>

#include "shared/drawing/drawing.h"
#include "shared/drawing/folding.h"

namespace hlorank::drawing {

// A node of the section tree of one computation; trees are lists of entries in preorder. For each call of the
// computation, buildOutline makes a Place of every entry.
struct Entry {
  Kind kind = Kind::kInstruction;          // kInstruction, kSection or kRepeat
  uint32_t end = 0;                        // descendants are the entries after this one and before `end`
  hlo::InstructionId instruction = kNone;  // kInstruction only
  hlo::InstructionId host = kNone;         // folded (plumbing): first instruction that uses it; else kNone
  uint32_t label = kNone;                  // kSection, kRepeat: index in `labels`
  uint32_t repeats = 0;                    // kRepeat: number of copies
};

// Returns a hash (symbol) per instruction, [instructions], of its opcode and the unfolded operations of the
// computations that it calls, without shapes. buildSections finds repetitions as consecutive equal sequences of
// symbols.
std::vector<uint64_t> computeSymbols(const hlo::Module& module, const Folding& folding);

// Builds the section tree of a computation in preorder and appends its labels to `labels`. Unfolded instructions (all
// but plumbing) are in the order of readScopes (topological), folded ones precede their first user. A section with more
// than 50 children is divided into parts. `symbols`: result of computeSymbols. O(n log² n), n = instructions of the
// computation.
std::vector<Entry> buildSections(const hlo::Module& module, hlo::ComputationId computation, const Folding& folding,
                                 const std::vector<uint64_t>& symbols, std::vector<Label>& labels);

}  // namespace hlorank::drawing
