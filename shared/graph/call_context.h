// Execution context of computations: how often each runs, and whether inside a loop or a fusion.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::graph {

struct CallContext {
  double trips = 0;     // executions per run of the program, summed over all calls; 1 if no call reaches it
  bool inLoop = false;  // called, directly or indirectly, by a while
  bool fused = false;   // called, directly or indirectly, by a fusion
};

inline constexpr double kUnknownTripCount = 16;  // assumed for loops whose trip count is not recorded

// Returns the trip count of a `while` from its backend_config, {"known_trip_count":{"n":"5"}}, or kUnknownTripCount.
double readTripCount(const hlo::Module& module, const hlo::Instruction& loop);

// Returns the context of every computation, [computations]. Linear in instructions + calls.
std::vector<CallContext> computeCallContexts(const hlo::Module& module);

}  // namespace hlorank::graph
