// Measures run times of one program's layout configurations. A timing pass runs each executable of a group for a fixed
// number of seconds; a round compiles a group of configurations and times it in several timing passes.
#pragma once

#include <functional>
#include <string>

#include "native/collect/store.h"
#include "native/collect/trial.h"

namespace hlorank::collect {

struct MeasureOptions {
  // Stop at this number of configurations that compile to distinct optimised modules, including the program layouts
  // (as written in the HLO) and the compiler default (layouts left to the compiler).
  int configurations = 20;
  double window = 0.05;       // seconds for which each timing pass runs each configuration
  double seconds = 0;         // after this time, compile nothing more, only time what is compiled; 0: no limit
  uint64_t seed = 1;          // random seed of sampled configurations, input values and order in timing passes
  std::vector<Sample> given;  // configurations to measure, in this order; empty: sample configurations
};

// Measurement noise of a program, from the differences between repeated timing passes over the same configurations.
struct Noise {
  double spread = 0;  // median over configurations of (second shortest time / shortest time − 1) of its passes
  double tau = 0;     // Kendall's tau between the shortest times of odd and of even passes; NaN if undefined
  double drift = 0;   // (longest / shortest time − 1) over the passes of the program layouts
};
// Computes the noise from `rows` (configurations), ignoring duplicates and those with fewer than two timing passes; all
// fields are 0 if none remains.
Noise computeNoise(const std::vector<Row>& rows);

// Returns Kendall's tau between the run times in `rows` and in `others`, two measurements of one program, over the
// configurations that both contain; sets `count` to the number of these. NaN if there are fewer than two.
double computeAgreement(const std::vector<Row>& rows, const std::vector<Row>& others, size_t* count);

// Measures configurations in rounds of up to 24 and appends them to `measured` (empty, or loaded from a store). A round
// compiles its configurations, then times them, the program layouts and the compiler default in 3 to 8 timing passes in
// random order, until the two shortest times of each agree within 1 %. After several rounds, all executables that still
// exist are timed in two more passes, which makes the times of different rounds comparable. Calls `save` after each
// round, `progress` after each compilation and timing pass. Returns false if one of the two returned false, which stops
// the measurement. Error: the program layouts do not compile or run, or the worker process keeps crashing.
Result<bool> measure(Trial& trial, const Subject& subject, const MeasureOptions& options, Measured& measured,
                     const std::function<bool()>& save, const std::function<bool(const std::string&)>& progress);

}  // namespace hlorank::collect
