// Trip counts of loops (`while` instructions): how often the body is executed.
#pragma once

#include <optional>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Limit of trip counts and of products of trip counts, which keeps costs finite.
inline constexpr double kMostTrips = 1e12;

// Returns the trip count of a `while` instruction, at most kMostTrips; nullopt if unknown. The trip count is
// known_trip_count in backend_config, if present. Otherwise it is computed if the loop variable is an integer that
// counts in constant steps from a constant to a constant. O(operands of the roots of body and condition).
std::optional<double> findTripCount(const hlo::Module& module, const hlo::Instruction& loop);

}  // namespace hlorank::cost
