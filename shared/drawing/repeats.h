// Finds consecutive repetitions in a sequence of symbols (hashes of operations), such as the layers of a network.
#pragma once

#include <cstdint>
#include <vector>

namespace hlorank::drawing {

// A repetition: `count` consecutive copies of `period` symbols, starting at index `begin`.
struct Repeat {
  uint32_t begin, period, count;
};

// Finds disjoint repetitions, in ascending order. A repetition is a range in which each window of `gram` consecutive
// symbols equals the window one period before. A repetition of period p is found if it has at least max(2p, gram + p)
// symbols. `cuts`, [symbols], has the cost of starting a copy at each symbol; the copies start where their total cost
// is lowest. O(symbols), by a rolling hash; windows of equal hash count as equal.
std::vector<Repeat> findRepeats(const std::vector<uint64_t>& symbols, const std::vector<uint32_t>& cuts, uint32_t gram);

// Returns a hash that combines `hash` with another value. The result depends on the order in which values are combined.
inline uint64_t mixed(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  hash *= 0xff51afd7ed558ccd;
  return hash ^ (hash >> 33);
}

}  // namespace hlorank::drawing
