#include "shared/graph/call_context.h"

#include <algorithm>

#include "shared/graph/trips.h"

namespace hlorank::graph {

namespace {

using hlo::Computation;
using hlo::ComputationId;
using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;

// Returns the computations of a module with callers before callees. Omits computations that are in a cycle of calls,
// which is invalid HLO, or that are called from one.
std::vector<ComputationId> sortCallersFirst(const Module& module) {
  std::vector<uint32_t> callers(module.computations.size(), 0);
  for (const Instruction& instruction : module.instructions)
    for (ComputationId callee : module.calledBy(instruction)) ++callers[callee];
  std::vector<ComputationId> order;
  for (ComputationId id = 0; id < callers.size(); ++id)
    if (callers[id] == 0) order.push_back(id);
  for (size_t i = 0; i < order.size(); ++i)
    for (const Instruction& instruction : module.instructionsOf(module.computations[order[i]]))
      for (ComputationId callee : module.calledBy(instruction))
        if (--callers[callee] == 0) order.push_back(callee);
  return order;
}

}  // namespace

std::vector<CallContext> computeCallContexts(const Module& module) {
  std::vector<CallContext> contexts(module.computations.size());
  if (module.entry != hlo::kNone) contexts[module.entry].trips = 1;
  for (ComputationId id : sortCallersFirst(module)) {
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
