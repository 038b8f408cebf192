// Bootstrap confidence interval of a mean over few programs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hlorank::metrics {

struct Interval {
  double mean, low, high;  // low and high: the 95 % confidence interval
};

// Returns the mean of the group means and its 95 % percentile bootstrap interval: every group is resampled with
// replacement from its own values (Efron 1979; quantiles as numpy.quantile). NaN values and groups without other values
// are ignored; if nothing remains, all three are NaN. The same seed gives the same bits. O(resamples · values).
Interval bootstrap(std::span<const std::vector<double>> groups, uint64_t seed = 1, int resamples = 1000);

}  // namespace hlorank::metrics
