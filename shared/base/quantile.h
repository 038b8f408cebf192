#pragma once

#include <algorithm>
#include <vector>

namespace hlorank {

// Returns the quantile of `sorted`, whose values ascend, at `level` in [0, 1]. Interpolates linearly between
// neighbouring values. `sorted` must not be empty.
inline double quantile(const std::vector<double>& sorted, double level) {
  const double place = level * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// Returns the median of `values`; 0 if there are none.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return quantile(values, .5);
}

}  // namespace hlorank
