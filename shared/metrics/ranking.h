// Measures how well predicted scores agree with measured run times. Lower scores and lower times are faster. Times may
// have any unit.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace hlorank::metrics {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();  // value of a metric that is undefined

// Returns Kendall's tau-b (corrected for ties) of n scores and n times, equal to scipy.stats.kendalltau(scores, times).
// Returns NaN if n < 2, or if the scores or the times are constant or contain a NaN. O(n log n).
double kendallTau(std::span<const float> scores, std::span<const double> times);

// Returns the fraction of pairs that the scores order correctly. Of the pairs with times[i] > times[j], this is the
// fraction with scores[i] > scores[j]. Equal scores count as wrong. Counts only pairs whose times differ by more than
// `margin` · the smaller time. With margin 0, these are all pairs of unequal times. Returns NaN if there is no such
// pair or if a value is NaN. O(n log n).
double pairAccuracy(std::span<const float> scores, std::span<const double> times, double margin = 0);

// Returns how much slower the best of the k configurations with the lowest scores is than the best of all n: (least
// time among the k − least of all times) / least of all times. 0 is optimal. Equal scores are ordered by index. k > n
// counts as n. Returns NaN if n or k is 0 or if a value is NaN. O(n log k).
double slowdown(std::span<const float> scores, std::span<const double> times, size_t k);

// Returns for each time the number of smaller times. The result can be used as scores, since it orders exactly like the
// times. Times themselves, rounded to float, could become equal. Requires fewer than 2^24 times. O(n log n).
std::vector<float> ranks(std::span<const double> times);

}  // namespace hlorank::metrics
