#include "shared/graph/call_context.h"

#include <algorithm>
#include <string_view>

namespace hlorank::graph {

namespace {

using hlo::Computation;
using hlo::ComputationId;
using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;

constexpr double kMaxTrips = 1e12;  // limit of trip counts and of their products, which keeps them finite

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

std::optional<double> findRecordedTripCount(const Module& module, const Instruction& loop) {
  const hlo::Attribute* config = module.attribute(loop, "backend_config");
  if (!config) return std::nullopt;
  // backend_config is JSON, or a string of JSON with escaped quotes. The trip count in it may be in quotes, too.
  std::string_view text = config->value;
  for (const std::string_view key : {std::string_view("known_trip_count"), std::string_view("n")}) {
    const size_t at = text.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    text.remove_prefix(at + key.size());
    text.remove_prefix(std::min(text.find_first_not_of("\\\": \n\t{"), text.size()));
  }
  double count = 0;
  size_t digits = 0;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits)
    count = std::min(10 * count + (text[digits] - '0'), kMaxTrips);
  return digits > 0 ? std::optional<double>(count) : std::nullopt;
}

double readTripCount(const Module& module, const Instruction& loop) {
  return findRecordedTripCount(module, loop).value_or(kUnknownTripCount);
}

std::vector<CallContext> computeCallContexts(const Module& module) {
  std::vector<CallContext> contexts(module.computations.size());
  if (module.entry != hlo::kNone) contexts[module.entry].trips = 1;
  for (ComputationId id : sortCallersFirst(module)) {
    CallContext& context = contexts[id];
    if (context.trips == 0) context.trips = 1;
    for (const Instruction& instruction : module.instructionsOf(module.computations[id])) {
      const bool loop = instruction.opcode == Opcode::kWhile;
      const double trips = context.trips * (loop ? readTripCount(module, instruction) : 1);
      for (ComputationId calleeId : module.calledBy(instruction)) {
        CallContext& callee = contexts[calleeId];
        callee.trips = std::min(callee.trips + trips, kMaxTrips);
        callee.inLoop |= context.inLoop || loop;
        callee.fused |= context.fused || instruction.opcode == Opcode::kFusion;
      }
    }
  }
  return contexts;
}

}  // namespace hlorank::graph
