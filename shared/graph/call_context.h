// For each HLO computation: how often it is executed, and whether inside a loop or a fusion.
#pragma once

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

// Number of iterations assumed for a loop whose trip count is unknown.
inline constexpr double kUnknownTripCount = 16;

// Returns for every computation of a module how it is called, [computations]. O(instructions + calls).
std::vector<CallContext> computeCallContexts(const hlo::Module& module);

}  // namespace hlorank::graph
