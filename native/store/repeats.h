// Merges rows with the same configuration: the median is the time, the spread estimates the measurement noise.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "native/store/stored_program.h"

namespace hlorank::store {

struct Times {
  std::vector<int64_t> times;        // [configurations] ns; 0 if the time of every row is hidden
  std::vector<int64_t> normalizers;  // [configurations], or empty
  std::vector<Merged> merged;        // configurations with several rows
  std::vector<Repeat> repeats;       // every row but the first of each configuration, sorted by row
  double noise = 0;                  // median of (most - least) / median over `merged`
  double drift = 0;  // relative change of times from the first row to the last, from `merged`; 0: not significant
};

// `configurationOf`: [rows]; configurations are numbered in the order of their first rows. `runtimes`: [rows] ns, 0 or
// less if hidden, or empty. `normalizers`: [rows] ns, or empty; if given, compares runtime / normalizer, and a
// configuration gets the runtime and the normalizer of its median row. O(rows log rows).
Times mergeTimes(std::span<const uint32_t> configurationOf, std::span<const int64_t> runtimes,
                 std::span<const int64_t> normalizers);

}  // namespace hlorank::store
