// Measures run times of one program with many layout configurations. A timing pass runs each executable of a group for
// a fixed number of seconds. A round compiles a group of configurations and times the group in several timing passes.
#pragma once

#include <functional>
#include <string>

#include "native/collect/store.h"
#include "native/collect/trial.h"

namespace hlorank::collect {

struct MeasureOptions {
  // Number of configurations to measure. Counts configurations that compile to distinct optimised modules, including
  // the program layouts (as written in the HLO) and the compiler default (layouts left to the compiler).
  int configurations = 20;
  double window = 0.05;  // seconds for which each timing pass runs each configuration
  double seconds = 0;    // time limit for starting compilations, s; 0: none
  uint64_t seed = 1;     // random seed of sampled configurations, input values and the order within timing passes
  // Number of configurations whose instructions are timed: the program layouts, the compiler default and those measured
  // first. 0: none.
  int instructions = 0;
  std::vector<Sample> given;  // configurations to measure, in this order; if empty, they are sampled
};

// Measurement noise of a program: how much repeated timing passes over the same configurations differ.
struct Noise {
  // configs::passSpread of the timing passes.
  double spread = 0;
  // Kendall's tau between the shortest times of odd and of even timing passes; NaN if undefined.
  double tau = 0;
  // (longest / shortest time − 1) over the timing passes of the layouts written in the program.
  double drift = 0;
};
// Computes the noise from `rows` (one per configuration). Ignores duplicates and rows with fewer than two timing
// passes; all fields are 0 if no row remains.
Noise computeNoise(const std::vector<Row>& rows);

// Returns Kendall's tau between two measurements of one program, `rows` and `others`. Uses the configurations that
// occur in both and sets `count` to their number. NaN if there are fewer than two such configurations.
double computeAgreement(const std::vector<Row>& rows, const std::vector<Row>& others, size_t* count);

// Measures configurations in rounds of up to 24 and appends them to `measured` (empty, or loaded from a store). A round
// times its configurations, the layouts written in the program and the compiler default in 3 to 8 timing passes in
// random order, until the two shortest times of each agree within 1 %. After several rounds, two more passes time all
// executables that still exist, so that the times of different rounds are comparable. Finally times the instructions of
// some configurations. Calls `save` after each round, `progress` after each compilation and timing pass. If one of them
// returns false, stops and returns false. Error: the layouts written in the program do not compile or run, or timing
// fails too often, for example because the worker process keeps crashing.
Result<bool> measure(Trial& trial, const Subject& subject, const MeasureOptions& options, Measured& measured,
                     const std::function<bool()>& save, const std::function<bool(const std::string&)>& progress);

}  // namespace hlorank::collect
