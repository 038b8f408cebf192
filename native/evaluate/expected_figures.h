// How good rankings are on average that know nothing.
#pragma once

#include <span>

#include "native/evaluate/figures.h"

namespace hlorank::evaluate {

// What the order of a shuffled deck gives on average: computed, not drawn. `floor` as in Judged. O(n log n).
Figures randomFigures(std::span<const double> times, double floor = 0);
// The same with configuration `first` put first: always choosing what the program has already.
Figures firstThenRandomFigures(std::span<const double> times, size_t first, double floor = 0);

}  // namespace hlorank::evaluate
