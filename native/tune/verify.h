// The final comparison of `hlorank tune`, in a new process. It compares the tuned configuration (the fastest that the
// search found) with the compiler default (all layouts left to the compiler).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "native/collect/trial.h"

namespace hlorank::tune {

// Speedup of a tuned configuration: time of the compiler default / time of the tuned configuration; higher is faster.
struct Speedup {
  // `ratio`: median speedup over the timing passes. `low`, `high`: ends of its 95 % confidence interval.
  double ratio = 1, low = 1, high = 1;
  // Median times of the compiler default and of the tuned configuration, ns.
  double compilerDefault = 0, tuned = 0;
  std::vector<double> ratios;  // speedup in each timing pass

  // Returns whether the tuned configuration is significantly faster: by at least 1 %, with a 95 % interval above 1.
  bool isGain() const { return low > 1 && ratio >= 1.01; }
};

// Computes the speedup from the times (ns) of both configurations in each timing pass. The interval is a percentile
// bootstrap of the median, with random numbers from `seed`.
Speedup computeSpeedup(std::span<const double> compilerDefault, std::span<const double> tuned, uint64_t seed);

// Measures the speedup of `choice` over the compiler default. Compiles each twice in a new worker process, so that the
// interval includes the variation between compilations. A timing pass runs each for `window` seconds. There are
// `passes` timing passes, and up to three times that number while the interval is wider than 0.03. Error: the process
// does not start, or a configuration does not compile or run.
Result<Speedup> verify(const collect::Subject& subject, const collect::WorkerOptions& worker,
                       std::span<const uint8_t> choice, int passes, double window, uint64_t seed);

}  // namespace hlorank::tune
