// Metrics of a ranking: predicted scores against measured times. For both, lower is faster.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace hlorank::metrics {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();  // marks a metric that is undefined

// Returns Kendall's tau-b, which corrects for ties, as scipy.stats.kendalltau(scores, times) does. NaN if n < 2, or if
// either input is constant or has a NaN. O(n log n).
double kendallTau(std::span<const float> scores, std::span<const double> times);

// Returns the fraction of pairs with times[i] > times[j] that have scores[i] > scores[j]; equal scores count as wrong.
// Counts only pairs whose times differ by more than `margin` · the smaller time (0: all unequal times). NaN if there is
// no such pair or a value is NaN. O(n log n).
double pairAccuracy(std::span<const float> scores, std::span<const double> times, double margin = 0);

// Returns (best time among the k lowest scores − best time) / best time. Equal scores are ordered by index; k is capped
// at n. NaN if n or k is 0 or a value is NaN. O(n log k).
double slowdown(std::span<const float> scores, std::span<const double> times, size_t k);

// Returns for each time the number of smaller times: scores in the same order that a float represents exactly, unlike
// the times. Fewer than 2^24 times. O(n log n).
std::vector<float> ranks(std::span<const double> times);

}  // namespace hlorank::metrics
