// Reads the ground truth of synthetic collections (docs/synth.md): the hidden run times of test programs and the
// ground-truth costs.
#pragma once

#include <map>
#include <string>

#include "native/evaluate/judged.h"

namespace hlorank::evaluate {

// The truth files of an `hlorank synth` run, one per program.
class Truth {
 public:
  // Reads a truth.json written by `hlorank synth`, which lists the truth files. Error: it does not exist or lists none.
  static Result<Truth> read(const std::string& path);

  // Adds the ground truth of a program to `judged`: `truth` and `transfer`. If its run times are hidden and
  // judged.selected is empty, also selects all usable configurations and sets their measured times. Returns false if
  // truth.json does not list the program. Error: a damaged truth file; `place` receives its path. O(rows).
  Result<bool> add(const data::MeasuredProgram& program, EvaluationSet& judged, std::string* place) const;

 private:
  std::map<std::string, std::string> files_;  // truth file of each program, by "collection/split/name"
};

}  // namespace hlorank::evaluate
