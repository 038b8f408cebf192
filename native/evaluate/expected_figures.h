// Expected metrics of random rankings, in closed form (no sampling).
#pragma once

#include <span>

#include "native/evaluate/figures.h"

namespace hlorank::evaluate {

// Expected metrics of a uniformly random order. `times`: measured times of any unit. `floor`: see EvaluationSet. O(n
// log n).
Figures randomFigures(std::span<const double> times, double floor = 0);
// The same with configuration times[first] ranked first and the rest in random order. With `first` at the program
// layouts: the metrics of changing nothing.
Figures firstThenRandomFigures(std::span<const double> times, size_t first, double floor = 0);

}  // namespace hlorank::evaluate
