// Where computations stand in a program: how often each runs, in a loop or not, in a fusion or not.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::graph {

struct CallContext {
  double trips = 0;     // runs per run of the program, summed over the places that call it; 1 when nothing reaches it
  bool inLoop = false;  // under the body or condition of a while
  bool fused = false;   // under a fusion
};

inline constexpr double kUnknownTripCount = 16;

// Trip count of a `while` from its backend_config, {"known_trip_count":{"n":"5"}}; kUnknownTripCount when it has none.
double tripCount(const hlo::Module& module, const hlo::Instruction& loop);

// The context of every computation, [computations]. Linear in instructions and calls.
std::vector<CallContext> callContexts(const hlo::Module& module);

}  // namespace hlorank::graph
