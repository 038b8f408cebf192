// Measures the configurations of one program until there are as many as asked for.
#pragma once

#include <functional>
#include <string>

#include "native/collect/store.h"
#include "native/collect/trial.h"

namespace hlorank::collect {

struct MeasureOptions {
  int configurations = 20;  // distinct ones, the default and the compiler's own choice among them
  double window = 0.05;     // seconds that a pass times each
  double seconds = 0;       // per program, 0: no limit; what is under way is finished
  uint64_t seed = 1;
  std::vector<Sample> given;  // to measure instead of samples, in this order
};

// How well the passes of a program agree.
struct Noise {
  double spread = 0;  // median over rows: second shortest pass over the shortest, minus 1
  double tau = 0;     // between the shortest of the odd and of the even passes
  double drift = 0;   // largest of the default's passes over the shortest, minus 1
};
Noise noiseOf(const std::vector<Row>& rows);

// Kendall's tau between the times of the configurations that both have; NaN for fewer than two. `count` of them.
double agreementOf(const std::vector<Row>& rows, const std::vector<Row>& others, size_t* count);

// Adds rounds of rows to `measured` (empty, or what a store had) and calls `save` after each, `progress` whenever a
// configuration is done. False from either stops. A round is up to 24 configurations: all are compiled, then timed in
// shuffled passes, at least three, until two passes of each agree within 1 % or eight are done; the default and the
// compiler's choice are timed in every round. At the end two passes over all that one worker holds tie the rounds
// together.
Result<bool> measure(Trial& trial, const Subject& subject, const MeasureOptions& options, Measured& measured,
                     const std::function<bool()>& save, const std::function<bool(const std::string&)>& progress);

}  // namespace hlorank::collect
