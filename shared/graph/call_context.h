// For each HLO computation: how often it is executed, and whether inside a loop or a fusion.
#pragma once

#include <optional>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::graph {

// How a computation of an HLO module is called.
struct CallContext {
  // Number of executions of the computation per run of the program, summed over all instructions that call it. 1 if
  // nothing calls it.
  double trips = 0;
  bool inLoop = false;  // whether a `while` calls the computation, directly or indirectly
  bool fused = false;   // whether a `fusion` calls the computation, directly or indirectly
};

// Number of iterations assumed for a loop whose trip count is not recorded in the HLO.
inline constexpr double kUnknownTripCount = 16;

// Returns the trip count of a `while` that its backend_config records, such as 5 for {"known_trip_count":{"n":"5"}}.
// The result is at most 1e12. Returns nullopt if none is recorded.
std::optional<double> findRecordedTripCount(const hlo::Module& module, const hlo::Instruction& loop);
// Returns the trip count of a `while` that its backend_config records. Returns kUnknownTripCount if none is recorded.
double readTripCount(const hlo::Module& module, const hlo::Instruction& loop);

// Returns for every computation of a module how it is called, [computations]. O(instructions + calls).
std::vector<CallContext> computeCallContexts(const hlo::Module& module);

}  // namespace hlorank::graph
