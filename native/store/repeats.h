// Merges rows of a source file that have the same configuration: the median is its run time, the spread estimates the
// measurement noise.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "native/store/stored_program.h"

namespace hlorank::store {

// Run times of the distinct configurations of a source file, and what its duplicate rows show about their noise.
struct Times {
  std::vector<int64_t> times;        // [configurations] median ns; 0: hidden in every row
  std::vector<int64_t> normalizers;  // [configurations] ns, of the median row; empty: none
  std::vector<Merged> merged;        // configurations with several rows
  std::vector<Repeat> repeats;       // every row but the first of each configuration, sorted by row
  double noise = 0;                  // median over `merged` of (slowest - fastest time) / median time; 0: unknown
  // Relative change of run times from the first row of the file to the last (.01: 1 % slower), estimated from `merged`;
  // 0: not significant.
  double drift = 0;
};

// Merges the rows of each configuration. `configurationOf` [rows]: configuration of each row, numbered in the order of
// first rows. `runtimes` [rows]: ns, 0 or less: hidden; empty: all hidden. `normalizers` [rows]: ns, or empty; with
// them, the median is by runtime / normalizer, and its row gives both values. O(rows log rows).
Times mergeTimes(std::span<const uint32_t> configurationOf, std::span<const int64_t> runtimes,
                 std::span<const int64_t> normalizers);

}  // namespace hlorank::store
