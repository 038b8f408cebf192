#include "shared/metrics/ranking.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace hlorank::metrics {

namespace {

using Indices = std::vector<uint32_t>;

template <class T>
bool anyNan(std::span<const T> values) {
  return std::any_of(values.begin(), values.end(), [](T value) { return std::isnan(value); });
}

// Returns the number of unordered pairs of n elements.
int64_t pairs(int64_t n) {
  return n * (n - 1) / 2;
}

// Counts the pairs of elements in `order` that are equal according to `same`. `order` must be sorted so that equal
// elements are adjacent.
template <class Same>
int64_t tiedPairs(const Indices& order, Same same) {
  int64_t tied = 0;
  size_t start = 0;
  for (size_t i = 1; i <= order.size(); ++i) {
    if (i < order.size() && same(order[start], order[i])) continue;
    tied += pairs(static_cast<int64_t>(i - start));
    start = i;
  }
  return tied;
}

// Sorts the indices `order` by values[index] with a bottom-up merge sort. Returns the number of inversions, which are
// pairs that were in strictly descending order before.
template <class T>
int64_t countInversions(Indices& order, std::span<const T> values) {
  int64_t inversions = 0;
  Indices merged(order.size());
  for (size_t width = 1; width < order.size(); width *= 2) {
    for (size_t begin = 0; begin < order.size(); begin += 2 * width) {
      const size_t middle = std::min(begin + width, order.size()), end = std::min(begin + 2 * width, order.size());
      size_t left = begin, right = middle;
      for (size_t to = begin; to < end; ++to) {
        if (right == end || (left < middle && !(values[order[right]] < values[order[left]]))) {
          merged[to] = order[left++];
        } else {
          inversions += static_cast<int64_t>(middle - left);
          merged[to] = order[right++];
        }
      }
    }
    order.swap(merged);
  }
  return inversions;
}

// Numbers of pairs of configurations: all pairs, pairs with equal times, with equal scores, with both equal, and pairs
// that scores and times order differently. A pair in tiedBoth also counts in tiedTimes and tiedScores.
struct PairCounts {
  int64_t all = 0, tiedTimes = 0, tiedScores = 0, tiedBoth = 0, discordant = 0;
};

// Counts the pairs of configurations that Kendall's tau needs, in O(n log n). Source: Knight (1966), "A computer method
// for calculating Kendall's tau with ungrouped data".
PairCounts countPairs(std::span<const float> scores, std::span<const double> times) {
  PairCounts counts;
  counts.all = pairs(static_cast<int64_t>(times.size()));
  Indices order(times.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return times[a] != times[b] ? times[a] < times[b] : scores[a] < scores[b]; });
  const auto sameTime = [&](uint32_t a, uint32_t b) { return times[a] == times[b]; };
  const auto sameScore = [&](uint32_t a, uint32_t b) { return scores[a] == scores[b]; };
  counts.tiedTimes = tiedPairs(order, sameTime);
  counts.tiedBoth = tiedPairs(order, [&](uint32_t a, uint32_t b) { return sameTime(a, b) && sameScore(a, b); });
  counts.discordant = countInversions(order, scores);
  counts.tiedScores = tiedPairs(order, sameScore);
  return counts;
}

// Returns for each value the number of smaller values, [values]. O(n log n).
template <class T>
Indices countSmaller(std::span<const T> values) {
  std::vector<T> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  Indices ranks;
  for (T value : values)
    ranks.push_back(static_cast<uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin()));
  return ranks;
}

// A multiset of ranks, stored as a Fenwick tree (Fenwick 1994). Counts its elements below a given rank, in O(log n).
class CountsBelow {
 public:
  explicit CountsBelow(size_t ranks) : sums_(ranks + 1, 0) {}
  void add(size_t rank) {
    for (size_t i = rank + 1; i < sums_.size(); i += i & (~i + 1)) ++sums_[i];
  }
  int64_t below(size_t rank) const {
    int64_t sum = 0;
    for (size_t i = rank; i > 0; i &= i - 1) sum += sums_[i];
    return sum;
  }

 private:
  Indices sums_;
};

}  // namespace

std::vector<float> ranks(std::span<const double> times) {
  assert(times.size() < (1u << 24));
  const Indices ranks = countSmaller(times);
  return {ranks.begin(), ranks.end()};
}

double kendallTau(std::span<const float> scores, std::span<const double> times) {
  assert(scores.size() == times.size());
  if (scores.size() < 2 || anyNan(scores) || anyNan(times)) return kNan;
  const PairCounts counts = countPairs(scores, times);
  if (counts.tiedTimes == counts.all || counts.tiedScores == counts.all) return kNan;
  const int64_t ordered = counts.all - counts.tiedTimes - counts.tiedScores + counts.tiedBoth;
  const double difference = static_cast<double>(ordered - 2 * counts.discordant);
  const double tau = difference / std::sqrt(static_cast<double>(counts.all - counts.tiedTimes)) /
                     std::sqrt(static_cast<double>(counts.all - counts.tiedScores));
  return std::clamp(tau, -1.0, 1.0);
}

double pairAccuracy(std::span<const float> scores, std::span<const double> times, double margin) {
  assert(scores.size() == times.size());
  if (anyNan(scores) || anyNan(times)) return kNan;
  int64_t right = 0, counted = 0;
  if (margin <= 0) {
    const PairCounts counts = countPairs(scores, times);
    counted = counts.all - counts.tiedTimes;
    right = counted - (counts.tiedScores - counts.tiedBoth) - counts.discordant;
  } else {
    // Visits configurations from fastest to slowest. `faster` holds the configurations that are faster than the current
    // one by more than the margin. It only grows.
    Indices order(times.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return times[a] < times[b]; });
    const Indices rank = countSmaller(scores);
    CountsBelow faster(times.size());
    size_t next = 0;
    const auto apart = [&](uint32_t a, uint32_t b) { return times[a] - times[b] > margin * times[b]; };
    for (size_t place = 0; place < order.size(); ++place) {
      const uint32_t i = order[place];
      for (; next < place && apart(i, order[next]); ++next) faster.add(rank[order[next]]);
      counted += static_cast<int64_t>(next);
      right += faster.below(rank[i]);
    }
  }
  return counted == 0 ? kNan : static_cast<double>(right) / static_cast<double>(counted);
}

double slowdown(std::span<const float> scores, std::span<const double> times, size_t k) {
  assert(scores.size() == times.size());
  if (times.empty() || k == 0 || anyNan(scores) || anyNan(times)) return kNan;
  Indices order(times.size());
  std::iota(order.begin(), order.end(), 0u);
  k = std::min(k, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(k), order.end(),
                    [&](uint32_t a, uint32_t b) { return scores[a] != scores[b] ? scores[a] < scores[b] : a < b; });
  double selected = times[order[0]];
  for (size_t i = 1; i < k; ++i) selected = std::min(selected, times[order[i]]);
  const double best = *std::min_element(times.begin(), times.end());
  return (selected - best) / best;
}

}  // namespace hlorank::metrics
