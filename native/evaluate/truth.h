// Ground truth of synthetic collections (docs/synth.md): the hidden times of test programs and the ground-truth costs.
#pragma once

#include <map>
#include <string>

#include "native/evaluate/judged.h"

namespace hlorank::evaluate {

class Truth {
 public:
  // Reads a truth.json written by `hlorank synth`. Error: the file does not exist or lists no programs.
  static Result<Truth> read(const std::string& path);

  // Fills in judged.truth and judged.transfer. If the program's times are hidden and judged.selected is empty, also
  // selects all usable configurations, with the measured times of the truth file. Returns false for a program that is
  // not in truth.json. `place` receives the file that an error is about. O(rows).
  Result<bool> add(const data::MeasuredProgram& program, EvaluationSet& judged, std::string* place) const;

 private:
  std::map<std::string, std::string> files_;  // truth file of each program, by "collection/split/name"
};

}  // namespace hlorank::evaluate
