// The data of a training run: its programs, their input arrays for networks, and their split into training, validation
// and test sets.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "native/data/program_file.h"
#include "native/model/model.h"
#include "native/train/run_options.h"
#include "native/train/run_report.h"
#include "native/train/split.h"

namespace hlorank::train {

// Loads the programs of a run, prepares them for networks, and splits them. Call `load`, then `prepare`, then the rest.
class RunData {
 public:
  // Loads the files and folders options.data. The bool is always true. Error: a file cannot be read; `place` receives
  // its path.
  Result<bool> load(const RunOptions& options, std::string* place);
  // Builds the input arrays, and completes the options from the data: folds, epochs, and the input sizes of the
  // description. The bool is always true. Error: form free with several programs, layouts mixed with tile sizes, or a
  // form that does not score tile sizes.
  Result<bool> prepare(RunOptions& options);

  const data::MeasuredPrograms& programs() const { return programs_; }
  // Returns the layouts that have a free (learned) cost; empty unless the form of the model is `free`.
  const model::FreeTable& free() const { return free_; }
  // Returns [{name, family, hash}, ...], one entry per program, by which run.json recognises the data.
  nlohmann::ordered_json record() const;
  size_t configurations() const;  // total number of configurations with run times

  // Splits the data for fold `fold` of the cross-validation. Fold −1 is the final training: on all programs, on the
  // data set's own training set if it has one, or with a single program on some of its configurations.
  Sets makeSplit(const RunOptions& options, int fold) const;
  HeldOut heldOut(const RunOptions& options) const;  // how test sets are held out under these options
  // Returns the index of the compiler default of a program if it was measured and the model can score it: only a model
  // that simulates the compiler knows the layouts that are chosen. It is not among MeasuredProgram::measured().
  std::optional<uint32_t> compilerDefault(size_t program) const;
  // Returns the problem of scoring one part (some configurations of a program). It points into this object.
  model::ScoringTask problem(const Part& part) const;
  std::vector<Example> examples(const std::vector<Part>& parts) const;  // calls `problem` for each part
  // Returns the index of the program with the smallest input arrays among those with run times.
  size_t smallest() const;

 private:
  Result<bool> prepareInputs(model::Description& description);
  Result<bool> prepareStages(model::Description& description);
  Result<bool> simulateLoops(model::Description& description);
  Sets makeUnsortedSplit(const RunOptions& options, int fold) const;
  bool isPublished(const RunOptions& options) const;

  data::MeasuredPrograms programs_;
  std::vector<int> foldOf_;                         // cross-validation fold of each program; −1 without folds
  std::vector<std::vector<model::Tensor>> inputs_;  // result of model::problemInputs for each program
  std::vector<model::LoopInputs> loops_;            // loop networks: of each program; else empty
  model::FreeTable free_;
};

}  // namespace hlorank::train
