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
  // --form, the kind of model: simulated, calibrated, graph, table, early, late or free; "auto": chosen from the data
  // (defaults.h).
  std::string form = "auto";
  model::Description description;  // hyperparameters of the network; RunData::prepare sets its input sizes
  Recipe recipe;                   // hyperparameters of training
  // --margin; if empty, recipe.margin is estimated from repeated measurements.
  std::optional<double> margin;
  // Least number of steps, rounded up to whole epochs. 0: recipe.epochs decides.
  int64_t steps = 0;
  size_t most = 20'000;  // most configurations to load per program; 0: all
  // Folds of the cross-validation over program families (groups of variants of one network); 0: no cross-validation.
  int folds = 0;
  // Trains on a sample of this many of the training programs; 0: on all.
  int programs = 0;
  // Fraction of the training data that is held out to choose the best epoch.
  double validation = 0;
  // With a single program: fraction of its configurations that is held out as test set.
  double test = .1;
  int threads = 1;  // number of threads of LibTorch
  // Name of the device that the run times were measured on, for model.json.
  std::string target;
};

// Returns the field `options` of run.json.
nlohmann::ordered_json toJson(const RunOptions& options);
// Reads the options from the field `options` of run.json. Error: an option is missing or has the wrong type.
Result<RunOptions> runOptionsFromJson(const nlohmann::ordered_json& json);

}  // namespace hlorank::train
