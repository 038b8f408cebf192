// Finds consecutive repetitions in a sequence of symbols.
#pragma once

#include <cstdint>
#include <vector>

namespace hlorank::drawing {

struct Repeat {
  uint32_t begin, period, count;  // `count` copies of `period` symbols, starting at index `begin`
};

// Finds disjoint repetitions, left to right: runs in which each window of `gram` symbols equals the window one period
// before. A repetition of period p is found if it has at least max(2p, gram + p) symbols. `cuts[i]` is the cost of
// starting a copy at symbol i; the cheapest start is chosen. Linear (rolling hash).
std::vector<Repeat> findRepeats(const std::vector<uint64_t>& symbols, const std::vector<uint32_t>& cuts, uint32_t gram);

// Returns `hash` combined with `value`.
inline uint64_t mixed(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  hash *= 0xff51afd7ed558ccd;
  return hash ^ (hash >> 33);
}

}  // namespace hlorank::drawing
