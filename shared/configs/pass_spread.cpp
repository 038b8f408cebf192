#include "shared/configs/pass_spread.h"

#include <algorithm>
#include <limits>

namespace hlorank::configs {

double passSpread(const std::vector<std::vector<double>>& passes) {
  std::vector<double> spreads;
  for (const std::vector<double>& times : passes) {
    if (times.size() < 2) continue;
    double shortest = times[0], second = std::numeric_limits<double>::infinity();
    for (size_t i = 1; i < times.size(); ++i) {
      second = std::min(second, std::max(shortest, times[i]));
      shortest = std::min(shortest, times[i]);
    }
    spreads.push_back(second / shortest - 1);
  }
  if (spreads.empty()) return 0;
  const auto middle = spreads.begin() + static_cast<std::ptrdiff_t>(spreads.size() / 2);
  std::nth_element(spreads.begin(), middle, spreads.end());
  return *middle;
}

}  // namespace hlorank::configs
