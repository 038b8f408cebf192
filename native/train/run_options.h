// What `hlorank train` was asked for, as run.json records it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/train/trainer.h"

namespace hlorank::train {

struct RunOptions {
  std::vector<std::string> data;
  std::string form = "auto";       // a name of defaults.h; auto: by the data
  model::Description description;  // switches; the sizes of the inputs are filled in from the data
  Recipe recipe;
  std::optional<double> margin;  // of the recipe; none: the noise of the data
  int64_t steps = 0;             // instead of the recipe's epochs: as many as make these steps; 0: the recipe's
  size_t most = 20'000;          // configurations of a program to take into memory; 0: all
  bool repeats = false;          // learn from a configuration as often as it was measured; else once
  int folds = 0;                 // cross-validation by family; 0: none
  int programs = 0;              // programs to learn from, of those outside of a fold; 0: all
  double validation = 0;         // share set aside to stop early
  double test = .1;              // share of the configurations of a single program that the figures are of
  int threads = 1;
  std::string target = "xla-cpu";
};

nlohmann::ordered_json toJson(const RunOptions& options);
Result<RunOptions> runOptionsFromJson(const nlohmann::ordered_json& json);

}  // namespace hlorank::train
