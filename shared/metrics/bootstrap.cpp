#include "shared/metrics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shared/base/random.h"
#include "shared/metrics/ranking.h"

namespace hlorank::metrics {
namespace {

constexpr double kTail = .025;

// Between the two nearest of `sorted`, as its place tells.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

Interval bootstrap(std::span<const std::vector<double>> groups, uint64_t seed, int resamples) {
  std::vector<std::vector<double>> kept;
  double mean = 0;
  for (const std::vector<double>& group : groups) {
    std::vector<double> values;
    double sum = 0;
    for (double value : group) {
      if (std::isnan(value)) continue;
      values.push_back(value);
      sum += value;
    }
    if (values.empty()) continue;
    mean += sum / static_cast<double>(values.size());
    kept.push_back(std::move(values));
  }
  if (kept.empty()) return {kNan, kNan, kNan};
  const auto count = static_cast<double>(kept.size());

  Random random(seed);
  std::vector<double> means;
  for (int i = 0; i < resamples; ++i) {
    double drawn = 0;
    for (const std::vector<double>& values : kept) {
      double sum = 0;
      for (size_t k = 0; k < values.size(); ++k) sum += values[random.below(values.size())];
      drawn += sum / static_cast<double>(values.size());
    }
    means.push_back(drawn / count);
  }
  if (means.empty()) return {mean / count, kNan, kNan};
  std::sort(means.begin(), means.end());
  return {mean / count, quantile(means, kTail), quantile(means, 1 - kTail)};
}

}  // namespace hlorank::metrics
