// Measures run times of one program's layout configurations. A pass times a group of executables, each for a
// fixed window.
#pragma once

#include <functional>
#include <string>

#include "native/collect/store.h"
#include "native/collect/trial.h"

namespace hlorank::collect {

struct MeasureOptions {
  // Number of distinct optimised modules to reach, including those of the program layouts and the compiler default.
  int configurations = 20;
  double window = 0.05;       // seconds for which each pass times each configuration
  double seconds = 0;         // after this time, start no compilation but time those compiled; 0: no limit
  uint64_t seed = 1;          // random seed of the sampled configurations, the input values and the order in passes
  std::vector<Sample> given;  // configurations to measure, in this order; empty: sample configurations
};

// Measurement noise of a program, from the differences between timing passes over its configurations.
struct Noise {
  double spread = 0;  // median over configurations of (second shortest pass / shortest pass − 1)
  double tau = 0;     // Kendall's tau between the shortest odd pass and the shortest even pass; NaN if undefined
  double drift = 0;   // longest / shortest pass of the reference configuration (the program layouts) − 1
};
// Ignores duplicates and rows with fewer than two passes; all fields are 0 if no row remains.
Noise computeNoise(const std::vector<Row>& rows);

// Returns Kendall's tau between two measurements of the same configurations: those that are in both `rows` and
// `others`. Sets `count` to their number. NaN if there are fewer than two.
double computeAgreement(const std::vector<Row>& rows, const std::vector<Row>& others, size_t* count);

// Measures configurations and appends them to `measured` (empty, or loaded from a store) in rounds of up to 24. A round
// compiles its configurations, then times them, the program layouts and the compiler default in 3 to 8 shuffled passes,
// until the two shortest passes of each agree within 1 %. After several rounds, two more passes over all executables
// that the worker process still holds make the rounds comparable. Calls `save` after each round, `progress` after each
// compilation and pass. Returns true when done, false if `save` or `progress` returned false. Error: the program
// layouts do not compile or run, or the worker process keeps crashing.
Result<bool> measure(Trial& trial, const Subject& subject, const MeasureOptions& options, Measured& measured,
                     const std::function<bool()>& save, const std::function<bool(const std::string&)>& progress);

}  // namespace hlorank::collect
