// Rows that repeat a configuration: their median is its time, their spread is the noise of the measurement.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "native/store/stored_program.h"

namespace hlorank::store {

struct Times {
  std::vector<int64_t> times;        // [configurations] ns; 0 where every row hides it
  std::vector<int64_t> normalizers;  // [configurations], or empty
  std::vector<Merged> merged;        // by configuration
  std::vector<Repeat> repeats;       // by row
  double noise = 0;                  // median of (most - least) / median, over `merged`
  double drift = 0;  // what the repeats say times grew by from the first row to the last, relative; 0 where not sure
};

// `configurationOf`: [rows], a row with a number above all before it being the first of its configuration. `runtimes`:
// [rows] ns, 0 or less where hidden, or empty. `normalizers`: [rows], or empty; where given, what is compared is run
// time over normalizer, and a configuration gets both of its median row. O(rows log rows).
Times mergeTimes(std::span<const uint32_t> configurationOf, std::span<const int64_t> runtimes,
                 std::span<const int64_t> normalizers);

}  // namespace hlorank::store
