// Trip counts of loops (`while` instructions): how often the body is executed.
#pragma once

#include <optional>

#include "shared/hlo/module.h"

namespace hlorank::graph {

// Limit of trip counts and of products of trip counts, which keeps costs finite.
inline constexpr double kMostTrips = 1e12;

// Returns the trip count of a `while` instruction. It is known_trip_count in backend_config, if present. Otherwise it
// is computed, with wrap-around, if a loop variable counts in constant steps from a constant to a constant. Returns
// nullopt if it is unknown, the loop never ends, or it is not below kMostTrips, which no program runs in reasonable
// time. O(operands of the roots of body and condition).
std::optional<double> findTripCount(const hlo::Module& module, const hlo::Instruction& loop);

}  // namespace hlorank::graph
