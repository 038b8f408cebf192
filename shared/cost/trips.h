// Trip counts of loops (`while` instructions): how often the body is executed.
#pragma once

#include <optional>

#include "shared/hlo/module.h"

namespace hlorank::cost {

inline constexpr double kMostTrips = 1e12;  // limit of trip counts and their products, which keeps costs finite

// Returns the trip count of a `while`, at most kMostTrips; nullopt if unknown. It is the known_trip_count of
// backend_config. Without that, it is computed if an integer counts in constant steps from a constant to a constant.
// O(operands of the roots of body and condition).
std::optional<double> findTripCount(const hlo::Module& module, const hlo::Instruction& loop);

}  // namespace hlorank::cost
