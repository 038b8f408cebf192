// Trip counts of loops.
#pragma once

#include <optional>

#include "shared/hlo/module.h"

namespace hlorank::cost {

inline constexpr double kMostTrips = 1e12;  // limit of trip counts and their products, so that costs stay finite

// Returns how often a `while` executes its body: the known_trip_count of its backend_config; else, for a loop that
// counts an integer from a constant in constant steps to a constant, the number that follows; nullopt otherwise. At
// most kMostTrips. O(operands of the roots of body and condition).
std::optional<double> findTripCount(const hlo::Module& module, const hlo::Instruction& loop);

}  // namespace hlorank::cost
