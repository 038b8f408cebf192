// Reads the ground truth of synthetic collections (docs/synth.md): the noiseless costs of all configurations, and the
// measured run times of test programs. As in TpuGraphs, the npz files of test programs do not contain these times.
#pragma once

#include <map>
#include <string>

#include "native/evaluate/judged.h"

namespace hlorank::evaluate {

// The ground-truth files that one run of `hlorank synth` wrote, one file per program.
class Truth {
 public:
  // Reads the file truth.json of `hlorank synth`, which lists the ground-truth file of each program. Error: the file
  // does not exist or lists none.
  static Result<Truth> read(const std::string& path);

  // Sets judged.truth and judged.transfer from the ground truth of a program. If the program's file has no run times
  // and judged.selected is empty, first selects all configurations of usableOf() and sets their measured times. Returns
  // false and changes nothing if truth.json does not list the program. Error: the ground-truth file is damaged; `place`
  // receives its path. O(rows of the ground-truth file).
  Result<bool> add(const data::MeasuredProgram& program, EvaluationSet& judged, std::string* place) const;

 private:
  // Path of the ground-truth file of each program, by "collection/split/name".
  std::map<std::string, std::string> files_;
};

}  // namespace hlorank::evaluate
