// Measures configurations of one program until the requested number is reached.
#pragma once

#include <functional>
#include <string>

#include "native/collect/store.h"
#include "native/collect/trial.h"

namespace hlorank::collect {

struct MeasureOptions {
  int configurations = 20;    // number of distinct compiled programs, program layouts and compiler default included
  double window = 0.05;       // seconds for which a pass times each configuration
  double seconds = 0;         // time limit per program, 0: none; the current round is finished
  uint64_t seed = 1;          // of the sampled configurations, the input values and the order in passes
  std::vector<Sample> given;  // configurations to measure instead of samples, in this order
};

// Measurement noise of a program, from the differences between its passes.
struct Noise {
  double spread = 0;  // median over rows of (second shortest pass / shortest pass − 1)
  double tau = 0;     // Kendall's tau between the minimum over odd passes and the minimum over even passes
  double drift = 0;   // longest / shortest pass of the program layouts, minus 1
};
Noise computeNoise(const std::vector<Row>& rows);

// Kendall's tau between the times of the configurations that `rows` and `others` share; sets `count` to their number.
// NaN for fewer than two.
double computeAgreement(const std::vector<Row>& rows, const std::vector<Row>& others, size_t* count);

// Appends rounds of up to 24 rows to `measured` (empty, or loaded from a store). A round compiles its configurations,
// then times them in 3 to 8 shuffled passes, until the two shortest passes of a row agree within 1 %. Every round also
// times the program layouts and the compiler default. After several rounds, two more passes over all executables that
// the worker still holds make the rounds comparable.
// Calls `save` after each round and `progress` after each configuration and pass; returns false when either does.
// Error: the program layouts do not compile or run, or the worker keeps crashing.
Result<bool> measure(Trial& trial, const Subject& subject, const MeasureOptions& options, Measured& measured,
                     const std::function<bool()>& save, const std::function<bool(const std::string&)>& progress);

}  // namespace hlorank::collect
