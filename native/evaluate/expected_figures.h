// Expected metrics of random rankings, in closed form (no sampling).
#pragma once

#include <span>

#include "native/evaluate/figures.h"

namespace hlorank::evaluate {

// Computes the expected metrics of a uniformly random ranking of configurations with the measured `times` (any unit).
// `floor`: noise floor, the relative time difference above which floorPairAccuracy counts a pair; 0: unknown.
// O(n log n).
Figures randomFigures(std::span<const double> times, double floor = 0);
// Computes the expected metrics of ranking configuration `first` first and the rest in random order. If `first` is the
// configuration of the program layouts: the metrics of changing nothing. `first` = times.size(): all random. `times`,
// `floor`: as in randomFigures. O(n log n).
Figures firstThenRandomFigures(std::span<const double> times, size_t first, double floor = 0);

}  // namespace hlorank::evaluate
