// Repetition in a sequence: what stands several times in a row.
#pragma once

#include <cstdint>
#include <vector>

namespace hlorank::drawing {

struct Repeat {
  uint32_t begin, period, count;  // count copies of `period` symbols from `begin`
};

// Runs of repetition whose period is at least half of `gram`, apart from each other, left to right: where `gram`
// symbols in a row stood the same distance before, for at least a period. `cuts[i]` says how bad it is to begin a copy
// at symbol i; among the places where the copies could begin, the best is taken. Linear (hashing).
std::vector<Repeat> repeatsIn(const std::vector<uint64_t>& symbols, const std::vector<uint32_t>& cuts, uint32_t gram);

// Mixes a value into a hash.
inline uint64_t mixed(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  hash *= 0xff51afd7ed558ccd;
  return hash ^ (hash >> 33);
}

}  // namespace hlorank::drawing
