// Computes a bootstrap confidence interval of a mean over groups of values. A group is, for example, the results for
// the programs of one collection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hlorank::metrics {

// A mean with its 95 % confidence interval, from low to high.
struct Interval {
  double mean, low, high;
};

// Returns the mean of the group means and its 95 % percentile bootstrap interval. Each group is resampled with
// replacement from its own values (Efron 1979), and quantiles are those of numpy.quantile. Ignores NaN values and
// groups that have only NaN. If nothing remains, all fields are NaN; if no group has two values, `low` and `high` are
// NaN. Equal seeds give bit-identical results.
// O(resamples · values).
Interval bootstrap(std::span<const std::vector<double>> groups, uint64_t seed = 1, int resamples = 1000);

}  // namespace hlorank::metrics
