#include "shared/graph/call_context.h"

#include <algorithm>

#include "shared/graph/trips.h"

namespace hlorank::graph {

using hlo::ComputationId;
using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;

std::vector<CallContext> computeCallContexts(const Module& module) {
  std::vector<CallContext> contexts(module.computations.size());
  if (module.entry != hlo::kNone) contexts[module.entry].trips = 1;
  for (ComputationId id = static_cast<ComputationId>(contexts.size()); id-- > 0;) {  // callers before callees
    CallContext& context = contexts[id];
    if (context.trips == 0) context.trips = 1;
    for (const Instruction& instruction : module.instructionsOf(module.computations[id])) {
      const bool loop = instruction.opcode == Opcode::kWhile;
      const double trips = context.trips * (loop ? findTripCount(module, instruction).value_or(kUnknownTripCount) : 1);
      for (ComputationId calleeId : module.calledBy(instruction)) {
        CallContext& callee = contexts[calleeId];
        callee.trips = std::min(callee.trips + trips, kMostTrips);
        callee.inLoop |= context.inLoop || loop;
        callee.fused |= context.fused || instruction.opcode == Opcode::kFusion;
      }
    }
  }
  return contexts;
}

}  // namespace hlorank::graph
