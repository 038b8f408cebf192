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
// NaN if n < 2, or if either input is constant or contains a NaN. O(n log n).
double kendallTau(std::span<const float> scores, std::span<const double> times);

// Returns the fraction of pairs that the scores order correctly: of the pairs with times[i] > times[j], the fraction
// with scores[i] > scores[j]. Equal scores count as wrong. Counts only pairs whose times differ by more than `margin` ·
// the smaller time (0: all unequal times). NaN if there is no such pair or a value is NaN. O(n log n).
double pairAccuracy(std::span<const float> scores, std::span<const double> times, double margin = 0);

// Returns how much slower the best configuration is if only those with the k lowest of n scores are tried: (least time
// among these − least of all times) / least of all times; 0 is optimal. Equal scores are ordered by index; k > n counts
// as n. NaN if n or k is 0 or a value is NaN. O(n log k).
double slowdown(std::span<const float> scores, std::span<const double> times, size_t k);

// Returns for each time the number of smaller times. The result can be used as scores: it orders exactly like the
// times, while times rounded to float could become equal. Requires fewer than 2^24 times. O(n log n).
std::vector<float> ranks(std::span<const double> times);

}  // namespace hlorank::metrics
