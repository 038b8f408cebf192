// Final comparison of the winner with the compiler default, in a new process.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "native/collect/trial.h"

namespace hlorank::tune {

struct Speedup {
  double ratio = 1, low = 1, high = 1;    // time of the compiler default / time of the winner: median, 95 % interval
  double compilerDefault = 0, tuned = 0;  // median times, ns
  std::vector<double> ratios;             // one per pass

  // The winner is at least 1 % faster, and the interval excludes that it is slower.
  bool isGain() const { return low > 1 && ratio >= 1.01; }
};

// Computes the median and the 95 % percentile-bootstrap interval of compilerDefault[p] / tuned[p] over passes p.
Speedup computeSpeedup(std::span<const double> compilerDefault, std::span<const double> tuned, uint64_t seed);

// Compiles the compiler default and `choice` twice each in a new worker, so that the variation between compilations is
// part of the interval. Times both in `passes` passes of `window` seconds; continues to at most three times as many
// while the interval is wider than 3 %. Error: the worker does not start, or one of the two does not run.
Result<Speedup> verify(const collect::Subject& subject, const collect::WorkerOptions& worker,
                       std::span<const uint8_t> choice, int passes, double window, uint64_t seed);

}  // namespace hlorank::tune
