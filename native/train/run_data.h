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

// Loads the programs of a training run, prepares them for networks, and splits them. Call `load`, then `prepare`, then
// any other function.
class RunData {
 public:
  // Loads the files and folders options.data. The bool is always true. Error: a file cannot be read; `place` receives
  // the path of that file.
  Result<bool> load(const RunOptions& options, std::string* place);
  // Builds the input arrays, and sets the options that depend on the data: folds, epochs, and the input sizes in
  // options.description. The bool is always true. Error: model form `free` with several programs, layouts mixed with
  // tile sizes, a model form that does not score tile sizes, or wrong caches in the data's store.json.
  Result<bool> prepare(RunOptions& options);

  const data::MeasuredPrograms& programs() const { return programs_; }
  // Returns the tensor-and-layout pairs that have a learned constant cost. Empty unless the model form is `free`.
  const model::FreeTable& free() const { return free_; }
  // Returns [{name, family, hash}, ...], one entry per program. run.json stores it, so that a resumed run can check
  // that its data is the same.
  nlohmann::ordered_json record() const;
  // Splits the data for one cross-validation fold. fold = −1 is the final training. The final training uses the data
  // set's own training split if there is one, else all programs. Exception: with a single program, it uses a part of
  // the program's configurations.
  // The training set has the compiler defaults of its programs, where `compilerDefault` returns one, too; not with a
  // single program.
  Sets makeSplit(const RunOptions& options, int fold) const;
  // Returns the training set of the final training without programs from which nothing can be learned, because they
  // have fewer than two configurations with run times. Ordered by program.
  std::vector<Part> learned(const RunOptions& options) const;
  // Returns how these options hold out test data: by family, by configuration or by the data set's own split.
  HeldOut heldOut(const RunOptions& options) const;
  // Returns the index of the compiler default among all configurations of a program, of which
  // MeasuredProgram::measured() leaves it out. nullopt if it has no run time, or if the model does not simulate the
  // compiler: others cannot score it, because its layouts are not recorded.
  std::optional<uint32_t> compilerDefault(size_t program) const;
  // Returns the task of scoring `part`, some configurations of one program. The task points into this object.
  model::ScoringTask problem(const Part& part) const;
  // Returns the result of `problem` for each part.
  std::vector<Example> examples(const std::vector<Part>& parts) const;
  // Returns the index of the program with the smallest input arrays, among those with run times.
  size_t smallest() const;

 private:
  Result<bool> prepareInputs(model::Description& description);
  Result<bool> prepareStages(model::Description& description);
  Result<bool> simulateLoops(model::Description& description);
  Sets makeUnsortedSplit(const RunOptions& options, int fold) const;
  bool isPublished(const RunOptions& options) const;

  data::MeasuredPrograms programs_;
  std::vector<int> foldOf_;                         // cross-validation fold of each program; −1 without folds
  std::vector<std::vector<model::Tensor>> inputs_;  // input arrays of each program (model::problemInputs)
  // Simulated loops of each program, for a network that predicts their costs; else empty.
  std::vector<model::LoopInputs> loops_;
  // The measured times of some of these loops, of each program. Empty for a single program.
  std::vector<model::LoopTimes> loopTimes_;
  model::FreeTable free_;
};

}  // namespace hlorank::train
