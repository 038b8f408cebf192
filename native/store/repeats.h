// Merges rows of a source file that have the same configuration: the median of their run times becomes its run time,
// and their spread estimates the measurement noise.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "native/store/stored_program.h"

namespace hlorank::store {

// Run times of the distinct configurations of a source file, and what its duplicate rows show about their noise.
struct Times {
  std::vector<int64_t> times;        // [configurations] median of its rows, ns; 0: unpublished, as in test splits
  std::vector<int64_t> normalizers;  // [configurations] compiler default's time in the same run, ns; empty: unknown
  std::vector<Merged> merged;        // configurations with several rows
  std::vector<Repeat> repeats;       // all rows but the first of each configuration, sorted by row
  double noise = 0;                  // median over `merged` of (slowest - fastest time) / median time; 0: unknown
  // Relative change of run times from the first row of the file to the last (.01: 1 % slower), estimated from `merged`;
  // 0: not significant.
  double drift = 0;
};

// Merges the rows of each configuration. `configurationOf` [rows]: index of each row's configuration, numbered by first
// occurrence. `runtimes` [rows]: ns, 0 or less if not published; empty if none is published. `normalizers` [rows]: ns,
// or empty; with them, takes run time and normalizer from the row with the median runtime / normalizer. O(rows log
// rows).
Times mergeTimes(std::span<const uint32_t> configurationOf, std::span<const int64_t> runtimes,
                 std::span<const int64_t> normalizers);

}  // namespace hlorank::store
