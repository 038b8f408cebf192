#include "shared/metrics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shared/base/quantile.h"
#include "shared/base/random.h"
#include "shared/metrics/ranking.h"

namespace hlorank::metrics {
namespace {

constexpr double kTail = .025;  // probability mass below the 95 % interval, and also above it

}  // namespace

Interval bootstrap(std::span<const std::vector<double>> groups, uint64_t seed, int resamples) {
  std::vector<std::vector<double>> samples;
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
    samples.push_back(std::move(values));
  }
  if (samples.empty()) return {kNan, kNan, kNan};
  const auto count = static_cast<double>(samples.size());
  if (std::all_of(samples.begin(), samples.end(), [](const auto& values) { return values.size() < 2; }))
    return {mean / count, kNan, kNan};

  Random random(seed);
  std::vector<double> means;
  for (int i = 0; i < resamples; ++i) {
    double resampled = 0;
    for (const std::vector<double>& values : samples) {
      double sum = 0;
      for (size_t k = 0; k < values.size(); ++k) sum += values[random.below(values.size())];
      resampled += sum / static_cast<double>(values.size());
    }
    means.push_back(resampled / count);
  }
  if (means.empty()) return {mean / count, kNan, kNan};
  std::sort(means.begin(), means.end());
  return {mean / count, quantile(means, kTail), quantile(means, 1 - kTail)};
}

}  // namespace hlorank::metrics
