// Instruction order. HLO text lists instructions in any topological order (the schedule, for scheduled modules);
// HloModuleProto, and so every graph made from it, lists them in post order.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Brings a module whose instructions stand in the order of the text into node order. On entry `instructions` may mix
// computations (an inline computation stands amid the one that calls it) and every index refers to that order;
// `members[c]` lists the instructions of computation c as written. On return every computation's instructions are
// consecutive and in post order, all indices are remapped, and `written` has the order of the text.
//
// The rule (HloComputation::MakeInstructionPostOrder in XLA): from each instruction without users, in the order of the
// text, depth first; operands in order, after control predecessors from last to first. Linear in instructions +
// operands.
void toNodeOrder(Module& module, const std::vector<std::vector<InstructionId>>& members);

}  // namespace hlorank::hlo
