// The data of a run: its programs, their input arrays for networks, and the split into training, validation and test.
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
  // Loads options.data. `place` receives the path of the file that an error is about.
  Result<bool> load(const RunOptions& options, std::string* place);
  // Builds the input arrays, and completes the options from the data: folds, epochs, and the input sizes of the
  // description. Error: a single network cannot serve these programs.
  Result<bool> prepare(RunOptions& options);

  const data::MeasuredPrograms& programs() const { return programs_; }
  const model::FreeTable& free() const { return free_; }  // empty unless the description has free terms
  nlohmann::ordered_json record() const;                  // [{name, family, hash}, ...] for run.json
  size_t configurations() const;                          // number of configurations with run times, of all programs

  Split makeSplit(const RunOptions& options, int fold) const;  // fold −1: train on all programs
  HeldOut heldOut(const RunOptions& options) const;
  // The returned problem points into this object.
  model::ScoringTask problem(const Part& part) const;
  std::vector<Example> examples(const std::vector<Part>& parts) const;
  // Index of the program with the smallest input arrays among those with run times.
  size_t smallest() const;

 private:
  Result<bool> prepareInputs(model::Description& description);
  Split makeUnsortedSplit(const RunOptions& options, int fold) const;
  bool isPublished(const RunOptions& options) const;

  data::MeasuredPrograms programs_;
  std::vector<int> foldOf_;                         // fold of each program; -1: none
  std::vector<std::vector<model::Tensor>> inputs_;  // input arrays of each program
  model::FreeTable free_;
};

}  // namespace hlorank::train
