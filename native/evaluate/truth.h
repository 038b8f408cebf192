// What `hlorank synth` knows of the collections it made (docs/synth.md): hidden times, and how well they can be ranked.
#pragma once

#include <map>
#include <string>

#include "native/evaluate/judged.h"

namespace hlorank::evaluate {

class Truth {
 public:
  // From truth.json. Error: no such file, or it lists no programs.
  static Result<Truth> read(const std::string& path);

  // Adds to `judged`: for a program whose times are hidden (nothing chosen) all its configurations with the times of
  // the truth; for all programs it knows `truth` and `transfer`. False: it does not know the program. `place` receives
  // the file an error is about. O(rows).
  Result<bool> add(const data::MeasuredProgram& program, Judged& judged, std::string* place) const;

 private:
  std::map<std::string, std::string> files_;  // of a program, by "collection/split/name"
};

}  // namespace hlorank::evaluate
