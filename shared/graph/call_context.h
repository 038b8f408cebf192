// Execution context of computations: how often each is executed, and whether inside a loop or a fusion.
#pragma once

#include <optional>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::graph {

// How a computation is called.
struct CallContext {
  double trips = 0;     // executions per run of the program, summed over all calls; 1 if never called
  bool inLoop = false;  // called, directly or indirectly, by a `while`
  bool fused = false;   // called, directly or indirectly, by a `fusion`
};

inline constexpr double kUnknownTripCount = 16;  // assumed for loops whose trip count is not recorded

// Returns the trip count of a `while` from its backend_config, {"known_trip_count":{"n":"5"}}, at most 1e12; nullopt if
// that has none.
std::optional<double> findRecordedTripCount(const hlo::Module& module, const hlo::Instruction& loop);
// Returns the same trip count; kUnknownTripCount if the backend_config has none.
double readTripCount(const hlo::Module& module, const hlo::Instruction& loop);

// Returns the context of every computation of a module, [computations]. O(instructions + calls).
std::vector<CallContext> computeCallContexts(const hlo::Module& module);

}  // namespace hlorank::graph
