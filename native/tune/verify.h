// The last word: the winner against the compiler's own choice, in a process that never saw the search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "native/collect/trial.h"

namespace hlorank::tune {

struct Speedup {
  double ratio = 1, low = 1, high = 1;  // time of auto / time of the winner: median and 95 % interval
  double compilerDefault = 0, tuned = 0;      // median ns
  std::vector<double> ratios;           // of the passes

  // At least 1 % faster, and the interval agrees that it is faster.
  bool isGain() const { return low > 1 && ratio >= 1.01; }
};

// Median and bootstrap interval (percentiles over resampled passes) of automatic[p] / tuned[p]. Seeded.
Speedup computeSpeedup(std::span<const double> compilerDefault, std::span<const double> tuned, uint64_t seed);

// Compiles both twice in a new worker, so that the luck of one compilation is in the figures, and times them in turn in
// `passes` passes of `window` seconds, up to three times as many while the interval is wider than 3 %. Error: the
// worker does not start, or either does not run.
Result<Speedup> verify(const collect::Subject& subject, const collect::WorkerOptions& worker,
                       std::span<const uint8_t> choice, int passes, double window, uint64_t seed);

}  // namespace hlorank::tune
