// The options of `hlorank train`, as run.json records them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/train/trainer.h"

namespace hlorank::train {

struct RunOptions {
  std::vector<std::string> data;   // paths of files and folders
  std::string form = "auto";       // model form, a name of defaults.h; auto: chosen by the data
  model::Description description;  // the input sizes are filled in from the data
  Recipe recipe;
  std::optional<double> margin;  // overrides the margin estimated from the data
  int64_t steps = 0;             // minimum number of steps, rounded up to whole epochs; 0: recipe.epochs decides
  size_t most = 20'000;          // largest number of configurations to load per program; 0: all
  bool repeats = false;          // use a configuration once per measurement; else once
  int folds = 0;                 // folds of the cross-validation over families; 0: none
  int programs = 0;              // size of the sample of training programs; 0: all
  double validation = 0;         // fraction held out to choose the best epoch
  double test = .1;              // with a single program: fraction of its configurations held out as test set
  int threads = 1;
  std::string target = "xla-cpu";  // device of the measurements, for the card
};

nlohmann::ordered_json toJson(const RunOptions& options);
// Error: a field is missing or has the wrong type.
Result<RunOptions> runOptionsFromJson(const nlohmann::ordered_json& json);

}  // namespace hlorank::train
