// A run: everything `hlorank train` does, in a folder that can be left at any time and taken up again.
//
//   run.json          options and data, as the run was started
//   jobs/NAME.npz     state of each network's training: fold 3, member 0, ... ; a finished one has all its steps
//   predictions.npz   scores of held-out configurations, an array a program
//   metrics.json      how good they are
//   model.onnx, model.json   the model that learned from everything
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/train/distributed.h"
#include "native/train/job.h"
#include "native/train/trainer.h"

namespace hlorank::train {

struct RunOptions {
  std::vector<std::string> data;
  std::string form = "multipliers";
  model::Description description;  // switches; the sizes of the inputs are filled in from the data
  Recipe recipe;
  std::optional<double> margin;  // of the recipe; none: the noise of the data
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

enum class RunOutcome { kDone, kInterrupted };

// Runs, or goes on where the folder stands. Ctrl-C is looked at after every step (see native/base/interrupt.h).
// Of several processes, all given the same, the first one has the folder. Progress goes to stderr unless quiet, figures
// to stdout. `blame` receives what an error is about. Throws Gone.
Result<RunOutcome> run(const std::string& folder, const RunOptions& options, const Processes& processes, bool resume,
                       bool quiet, Blame* blame);

}  // namespace hlorank::train
