// For each HLO computation: how often it is executed, and whether inside a loop or a fusion.
#pragma once

#include <optional>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::graph {

// How a computation of an HLO module is called.
struct CallContext {
  // Executions per run of the program, summed over all call sites; 1 if never called.
  double trips = 0;
  bool inLoop = false;  // whether a `while` calls the computation, directly or indirectly
  bool fused = false;   // whether a `fusion` calls the computation, directly or indirectly
};

// Number of iterations assumed for a loop without a recorded trip count.
inline constexpr double kUnknownTripCount = 16;

// Returns the number of iterations of a `while` that its backend_config records, as {"known_trip_count":{"n":"5"}}; at
// most 1e12. Returns nullopt if none is recorded.
std::optional<double> findRecordedTripCount(const hlo::Module& module, const hlo::Instruction& loop);
// Returns the number of iterations of a `while` that its backend_config records; kUnknownTripCount if none is recorded.
double readTripCount(const hlo::Module& module, const hlo::Instruction& loop);

// Returns, for every computation of a module, [computations], how it is called. O(instructions + calls).
std::vector<CallContext> computeCallContexts(const hlo::Module& module);

}  // namespace hlorank::graph
