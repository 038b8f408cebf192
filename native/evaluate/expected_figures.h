// Expected metrics of random rankings, computed in closed form (no sampling).
#pragma once

#include <span>

#include "native/evaluate/figures.h"

namespace hlorank::evaluate {

// Computes the expected metrics of a uniformly random ranking of configurations with the measured `times` (any unit).
// `floor`: relative measurement noise; Figures::floorPairAccuracy counts only pairs that differ by more. 0 if unknown.
// O(n log n).
Figures randomFigures(std::span<const double> times, double floor = 0);
// Computes the expected metrics when the configuration with index `first` is ranked on top and the rest in random
// order. For the configuration with the program's own layouts, these are the metrics of changing nothing. first =
// times.size(): all in random order. `times`, `floor`: as in randomFigures. O(n log n).
Figures firstThenRandomFigures(std::span<const double> times, size_t first, double floor = 0);

}  // namespace hlorank::evaluate
