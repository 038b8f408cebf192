// Bootstrap confidence interval of a mean over groups of values, for example of the programs of each collection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hlorank::metrics {

// A mean with its 95 % confidence interval, low to high.
struct Interval {
  double mean, low, high;
};

// Returns the mean of the group means and its 95 % percentile bootstrap interval: each group is resampled with
// replacement from its own values (Efron 1979; quantiles as numpy.quantile). Ignores NaN values and groups without
// another value; if nothing remains, all fields are NaN. The same seed gives bit-identical results. O(resamples ·
// values).
Interval bootstrap(std::span<const std::vector<double>> groups, uint64_t seed = 1, int resamples = 1000);

}  // namespace hlorank::metrics
