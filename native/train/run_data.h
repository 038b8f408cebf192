// What a run learns from and is judged by: its programs, the arrays that networks are given, and the sides they are on.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "native/data/program_file.h"
#include "native/model/model.h"
#include "native/train/run_options.h"
#include "native/train/run_report.h"
#include "native/train/split.h"

namespace hlorank::train {

class RunData {
 public:
  // Reads the data that the options name. `place` receives the file an error is about.
  Result<bool> load(const RunOptions& options, std::string* place);
  // Makes the arrays, and fills in what the options leave to the data: margin, folds, and the sizes of the inputs.
  // Error: programs that one network cannot serve.
  Result<bool> prepare(RunOptions& options);

  const data::MeasuredPrograms& programs() const { return programs_; }
  const model::FreeTable& free() const { return free_; }  // empty unless the description has free rows
  nlohmann::ordered_json record() const;                  // [{name, family, hash}, ...]
  size_t configurations() const;                          // of all programs, that have times

  Split splitOf(const RunOptions& options, int fold) const;
  HeldOut heldOut(const RunOptions& options) const;
  // `part` as networks are given it. The data must outlive it.
  model::Problem problem(const Part& part) const;
  std::vector<Example> examples(const std::vector<Part>& parts) const;
  // The number of the program whose arrays have the fewest values, of those that have times.
  size_t smallest() const;

 private:
  Result<bool> prepareInputs(model::Description& description);
  Split unsortedSplitOf(const RunOptions& options, int fold) const;
  bool isPublished(const RunOptions& options) const;

  data::MeasuredPrograms programs_;
  std::vector<int> foldOf_;
  std::vector<std::vector<model::Tensor>> inputs_;  // of every program
  model::FreeTable free_;
};

}  // namespace hlorank::train
