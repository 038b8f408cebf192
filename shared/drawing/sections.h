// Divides the instructions of an HLO computation into nested sections for the drawing: source scopes of op_name,
// repetitions, and parts of long sequences.
#pragma once

#include <string>
#include <vector>

#include "shared/drawing/drawing.h"
#include "shared/drawing/folding.h"

namespace hlorank::drawing {

// A node of the tree of nested sections of one computation. A tree is a list of entries in preorder. buildOutline makes
// a box (Place) of every entry for each call of the computation.
struct Entry {
  Kind kind = Kind::kInstruction;          // kInstruction, kSection or kRepeat
  uint32_t end = 0;                        // this section contains the entries after this entry and before `end`
  hlo::InstructionId instruction = kNone;  // the instruction of a kInstruction entry; else kNone
  hlo::InstructionId host = kNone;         // first user of an instruction that is drawn as a pin on it; else kNone
  uint32_t label = kNone;                  // index of the section's text in `labels`; kNone for an instruction
  uint32_t repeats = 0;                    // number of copies in a kRepeat entry; else 0
};

// Returns a hash per instruction, [instructions], of its opcode and of the operations in the computations that it
// calls, without shapes and plumbing (`folding`). buildSections finds repetitions as equal sequences of these hashes.
std::vector<uint64_t> computeSymbols(const hlo::Module& module, const Folding& folding);

// Builds the tree of nested sections of a computation in preorder and appends the sections' texts to `labels`.
// Instructions are in the topological order of readScopes; plumbing (`folding`) precedes its first user. A section with
// more than 50 children is divided into parts. `symbols`: result of computeSymbols. O(n log² n), n = instructions of
// the computation.
std::vector<Entry> buildSections(const hlo::Module& module, hlo::ComputationId computation, const Folding& folding,
                                 const std::vector<uint64_t>& symbols, std::vector<Label>& labels);

}  // namespace hlorank::drawing
