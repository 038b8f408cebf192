// Order of instructions. HLO text may list the instructions of a computation in any topological order; a scheduled
// module lists them as scheduled. HloModuleProto, and every graph built from it, lists them in post order.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Sorts the instructions of every computation into post order, as HloComputation::MakeInstructionPostOrder in XLA does.
// On entry, instructions are in text order. `members[c]` lists the instructions of computation c, which need not be
// contiguous, because an inline computation may lie within its caller. On return, each computation is contiguous, all
// indices are remapped, and Module::written holds the text order. The post order is depth-first from each instruction
// without users, in text order. It visits control predecessors from last to first, then operands. O(instructions +
// operands).
void toNodeOrder(Module& module, const std::vector<std::vector<InstructionId>>& members);

}  // namespace hlorank::hlo
