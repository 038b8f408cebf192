// Instruction order. HLO text lists instructions in any topological order (for scheduled modules, the schedule).
// HloModuleProto, and therefore every graph built from it, lists them in post order.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Reorders a module from text order to node order. On entry, instructions of different computations may be interleaved
// (an inline computation lies within its caller), all indices refer to that order, and `members[c]` lists the
// instructions of computation c as written. On return, each computation is contiguous and in post order, all indices
// are remapped, and `written` holds the text order.
//
// The order is that of HloComputation::MakeInstructionPostOrder in XLA: a depth-first traversal from each instruction
// without users, in text order; it visits control predecessors from last to first, then operands in order.
// O(instructions + operands).
void toNodeOrder(Module& module, const std::vector<std::vector<InstructionId>>& members);

}  // namespace hlorank::hlo
