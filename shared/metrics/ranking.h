// How good a ranking is. Times are what was measured, scores what was predicted; both: lower is faster.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace hlorank::metrics {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();  // a figure that does not exist

// Kendall's tau-b, as scipy.stats.kendalltau(scores, times): ties in either corrected for. O(n log n).
// NaN when either is constant or has a NaN, or n < 2.
double kendallTau(std::span<const float> scores, std::span<const double> times);

// Share of pairs with times[i] > times[j] for which scores[i] > scores[j]; predicted ties count as wrong. Only pairs
// whose times differ by more than `margin` of the smaller (0: all that are not equal). NaN when there is no such pair,
// or a value is NaN. O(n log n).
double pairAccuracy(std::span<const float> scores, std::span<const double> times, double margin = 0);

// (best time among the k lowest scores − best time) / best time. Ties at the k-th score: the mean over all ways to
// break them is not computed; the order of the index decides. k beyond n is n. NaN for no configurations, k of 0 or a
// NaN. O(n log k).
double slowdown(std::span<const float> scores, std::span<const double> times, size_t k);

// Times as scores that order alike: for each how many are less, which a float holds where it would not hold the time.
// At most 2^24 of them. O(n log n).
std::vector<float> ranks(std::span<const double> times);

}  // namespace hlorank::metrics
