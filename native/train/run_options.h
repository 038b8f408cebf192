// The options of `hlorank train` that run.json records, so that a run can be resumed.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/train/trainer.h"

namespace hlorank::train {

struct RunOptions {
  std::vector<std::string> data;  // paths of the data files and folders
  std::string form =
      "auto";  // --form: simulated, calibrated, graph, table, early, late or free; auto: chosen by the data
  model::Description description;  // hyperparameters of the network; RunData::prepare sets its input sizes
  Recipe recipe;                   // hyperparameters of training
  std::optional<double> margin;    // --margin; empty: estimate recipe.margin from repeated measurements
  int64_t steps = 0;               // smallest number of steps, rounded up to whole epochs; 0: recipe.epochs decides
  size_t most = 20'000;            // largest number of configurations to load per program; 0: all
  int folds = 0;                   // folds of the cross-validation over program families; 0: no cross-validation
  int programs = 0;                // train on a sample of this many of the training programs; 0: on all
  double validation = 0;           // fraction of the training data held out to choose the best epoch
  double test = .1;                // with a single program: fraction of its configurations held out as test set
  int threads = 1;                 // threads of LibTorch
  std::string target = "xla-cpu";  // name of the device that the run times were measured on, for model.json
};

// Returns the field `options` of run.json.
nlohmann::ordered_json toJson(const RunOptions& options);
// Reads the field `options` of run.json. Error: an option is missing or has the wrong type.
Result<RunOptions> runOptionsFromJson(const nlohmann::ordered_json& json);

}  // namespace hlorank::train
