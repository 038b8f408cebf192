// Instruction order. HLO text lists instructions in any topological order (for scheduled modules, the schedule).
// HloModuleProto, and therefore every graph built from it, lists them in post order.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Reorders a module from text order to node order (post order in each computation). On entry, all indices refer to text
// order, in which an inline computation may lie within its caller; `members[c]` lists the instructions of computation
// c. On return, each computation is contiguous, indices are remapped and `written` holds the text order.
// The post order is that of HloComputation::MakeInstructionPostOrder in XLA: depth-first from each instruction without
// users, in text order, visiting control predecessors from last to first, then operands. O(instructions + operands).
void toNodeOrder(Module& module, const std::vector<std::vector<InstructionId>>& members);

}  // namespace hlorank::hlo
