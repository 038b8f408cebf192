// Final comparison of the configuration that a search of `tune` found with the compiler default, in a new process.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "native/collect/trial.h"

namespace hlorank::tune {

// Speedup of a tuned configuration: time of the compiler default / time of the tuned configuration; higher is faster.
struct Speedup {
  double ratio = 1, low = 1, high = 1;    // median over passes; lower and upper end of its 95 % confidence interval
  double compilerDefault = 0, tuned = 0;  // median times of both configurations, ns
  std::vector<double> ratios;             // [passes] speedup in each pass

  // Whether the tuned configuration is at least 1 % faster and the interval excludes that it is slower.
  bool isGain() const { return low > 1 && ratio >= 1.01; }
};

// Computes the speedup from the times (ns) of both configurations in each pass. The interval is a percentile bootstrap
// of the median, with random numbers from `seed`.
Speedup computeSpeedup(std::span<const double> compilerDefault, std::span<const double> tuned, uint64_t seed);

// Measures the speedup of `choice`. Compiles the compiler default and `choice` twice each in a new worker process, so
// that the variation between compilations is part of the interval. Times both in `passes` passes of `window` seconds,
// and in up to three times as many while the interval is wider than 0.03. Error: the process does not start, or a
// configuration does not run.
Result<Speedup> verify(const collect::Subject& subject, const collect::WorkerOptions& worker,
                       std::span<const uint8_t> choice, int passes, double window, uint64_t seed);

}  // namespace hlorank::tune
