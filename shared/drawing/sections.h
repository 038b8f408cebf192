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
  Kind kind = Kind::kInstruction;          // one of kInstruction, kSection and kRepeat
  uint32_t end = 0;                        // this section contains the entries after this entry and before `end`
  hlo::InstructionId instruction = kNone;  // the instruction of an entry of kind kInstruction; otherwise kNone
  // For an instruction drawn as a pin, the instruction that uses it first; otherwise kNone.
  hlo::InstructionId host = kNone;
  uint32_t label = kNone;  // index in `labels` of the section's text; kNone for an instruction
  uint32_t repeats = 0;    // number of copies in an entry of kind kRepeat; otherwise 0
};

// Returns for each instruction a hash of its opcode and of the operations in the computations that it calls. The hash
// ignores shapes and plumbing, which `folding` lists. buildSections finds repetitions as equal sequences of hashes.
std::vector<uint64_t> computeSymbols(const hlo::Module& module, const Folding& folding);

// Builds the tree of nested sections of a computation in preorder, and appends the texts of sections to `labels`.
// Instructions are in the topological order of readScopes; plumbing (listed in `folding`) comes before the instruction
// that uses it first. A section with more than 50 children is divided into parts. `symbols` is the result of
// computeSymbols. O(n log² n), where n is the number of instructions of the computation.
std::vector<Entry> buildSections(const hlo::Module& module, hlo::ComputationId computation, const Folding& folding,
                                 const std::vector<uint64_t>& symbols, std::vector<Label>& labels);

}  // namespace hlorank::drawing
