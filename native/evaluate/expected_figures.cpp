#include "native/evaluate/expected_figures.h"

#include "shared/metrics/ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace hlorank::evaluate {
namespace {

// Computes the expected minimum of k values that are sampled without replacement from `sorted` (ascending, not empty).
double expectedLeast(const std::vector<double>& sorted, size_t k) {
  const size_t n = sorted.size();
  if (k >= n) return sorted.front();
  // The minimum is sorted[i] with probability C(n-1-i, k-1) / C(n, k). This probability is k/n for i = 0, and each
  // iteration updates it to that of the next i.
  double probability = double(k) / double(n), mean = 0;
  for (size_t i = 0; i + k <= n; ++i) {
    mean += probability * sorted[i];
    probability *= double(n - k - i) / double(n - 1 - i);
  }
  return mean;
}

// Computes the expected slowdown after trying one configuration with time `limit` and k random ones of `others`: the
// mean of min(limit, fastest of the k) / best - 1. With limit = infinity, only the k random ones are tried.
double expectedSlowdown(std::vector<double> others, double limit, size_t k, double best) {
  for (double& time : others) time = std::min(time, limit);
  std::sort(others.begin(), others.end());
  const double least = k == 0 || others.empty() ? limit : std::min(limit, expectedLeast(others, k));
  return std::max(0.0, least / best - 1);  // rounding may make the mean less than `best`
}

// Numbers of pairs of configurations. `all`: all pairs. `withFirst`: the pairs that contain the configuration ranked
// first. `firstRight`: the pairs of `withFirst` in which the configuration ranked first is the faster one.
struct PairCounts {
  double all = 0, withFirst = 0, firstRight = 0;
};

// Counts the pairs of configurations whose times differ by more than the fraction `margin`. `first`: index of the
// configuration that is ranked first, or times.size() if none is.
PairCounts countPairs(std::span<const double> times, size_t first, double margin) {
  PairCounts counts;
  const auto apart = [&](double a, double b) { return std::max(a, b) > (1 + margin) * std::min(a, b); };
  std::vector<double> sorted(times.begin(), times.end());
  std::sort(sorted.begin(), sorted.end());
  // `sorted` is ascending, so the times that exceed `time` by more than the margin are those from index `end` on.
  size_t end = 0;
  for (double time : sorted) {
    while (end < sorted.size() && sorted[end] <= (1 + margin) * time) ++end;
    counts.all += double(sorted.size() - end);
  }
  if (first < times.size())
    for (double time : times) {
      if (!apart(time, times[first])) continue;
      ++counts.withFirst;
      counts.firstRight += time > times[first];
    }
  return counts;
}

// Computes the expected fraction of correctly ordered pairs when one configuration is ranked first and the rest in
// random order. NaN if there are no pairs.
double expectedAccuracy(const PairCounts& counts) {
  return counts.all > 0 ? (counts.firstRight + .5 * (counts.all - counts.withFirst)) / counts.all : metrics::kNan;
}

// Computes the expected metrics when the configuration `first` is ranked first and the rest in random order. With first
// = times.size(), all are in random order.
Figures expectedFigures(std::span<const double> times, size_t first, double floor) {
  Figures figures;
  const bool hasFirst = first < times.size();
  const PairCounts ordered = countPairs(times, first, 0), clear = countPairs(times, first, kNoise);
  const double n = double(times.size()), pairs = n * (n - 1) / 2;
  // Among randomly ordered configurations, correct and wrong pairs cancel in expectation. So only pairs with the
  // configuration `first` contribute to the expected tau-b.
  figures.tau =
      ordered.all > 0 ? (2 * ordered.firstRight - ordered.withFirst) / std::sqrt(pairs * ordered.all) : metrics::kNan;
  figures.pairAccuracy = expectedAccuracy(clear);
  figures.orderedPairAccuracy = expectedAccuracy(ordered);
  if (floor > 0) figures.floorPairAccuracy = expectedAccuracy(countPairs(times, first, floor));
  if (times.empty()) return figures;
  const double best = *std::min_element(times.begin(), times.end());
  std::vector<double> others(times.begin(), times.end());
  double limit = std::numeric_limits<double>::infinity();
  if (hasFirst) {
    limit = times[first];
    others.erase(others.begin() + std::ptrdiff_t(first));
  }
  const size_t taken = hasFirst ? 1 : 0;
  figures.slowdown1 = expectedSlowdown(others, limit, 1 - taken, best);
  figures.slowdown5 = expectedSlowdown(others, limit, 5 - taken, best);
  figures.slowdown10 = expectedSlowdown(others, limit, 10 - taken, best);
  figures.slowdown100 = expectedSlowdown(others, limit, 100 - taken, best);
  return figures;
}

}  // namespace

Figures randomFigures(std::span<const double> times, double floor) {
  return expectedFigures(times, times.size(), floor);
}

Figures firstThenRandomFigures(std::span<const double> times, size_t first, double floor) {
  return expectedFigures(times, first, floor);
}

}  // namespace hlorank::evaluate
