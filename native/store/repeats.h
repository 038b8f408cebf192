// Merges rows of a source file that have the same configuration. The median of their run times becomes the run time of
// the configuration. The spread of their run times gives an estimate of the measurement noise.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "native/store/stored_program.h"

namespace hlorank::store {

// Run times of the distinct configurations of a source file, and what its duplicate rows show about the measurement
// noise.
struct Times {
  // [configurations] Median run time of the rows of each configuration, ns; 0 if unpublished, as in test splits.
  std::vector<int64_t> times;
  // [configurations] Run time of the compiler default in the same run, ns; empty if unknown.
  std::vector<int64_t> normalizers;
  // Configurations that occur in several rows.
  std::vector<Merged> merged;
  // The rows that repeat an earlier configuration, sorted by row.
  std::vector<Repeat> repeats;
  // Measurement noise: median over `merged` of (slowest - fastest time) / median time; 0 if unknown.
  double noise = 0;
  // Relative change of run times from the first row of the file to the last (.01: the last is 1 % slower), estimated
  // from `merged`. 0 if not significant.
  double drift = 0;
};

// Merges the rows of each configuration. `configurationOf` [rows]: index of each row's configuration, in order of first
// occurrence. `runtimes` [rows]: ns, 0 or less if not published; empty if none is published. `normalizers` [rows]: the
// compiler default's time, ns; or empty. A configuration gets the median run time of its rows. Exception: with
// `normalizers`, it gets run time and normalizer of its row with the median runtime / normalizer. O(rows log rows).
Times mergeTimes(std::span<const uint32_t> configurationOf, std::span<const int64_t> runtimes,
                 std::span<const int64_t> normalizers);

}  // namespace hlorank::store
