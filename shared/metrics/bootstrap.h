// How far a mean over few programs is to be trusted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hlorank::metrics {

struct Interval {
  double mean, low, high;
};

// Mean of the groups' means, and the 2.5th and 97.5th percentile of what it is when every group is drawn anew, with
// replacement, from its own values (Efron 1979; percentiles as numpy.quantile). NaN among the values, and groups
// without any other, are left out; all three are NaN when nothing is left. The same seed gives the same bits.
// O(resamples · values).
Interval bootstrap(std::span<const std::vector<double>> groups, uint64_t seed = 1, int resamples = 1000);

}  // namespace hlorank::metrics
