// Ranks programs with the models that need no LibTorch: the analytical cost model, and models that simulate the
// compiler.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "native/rank/model_files.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"
#include "shared/session/report.h"

namespace hlorank::rank {

// Returns whether `model`, the value of --model, names the analytical cost model.
bool isAnalytical(const std::string& model);

// A ranking of a program's configurations, and the model that made it.
struct Ranked {
  session::Ranking ranking;
  session::RankedBy by;
  bool trainedOn = false;  // whether the model was trained on the program
};

// The schedules that `hlorank rank` ranks, and how it prints them.
struct ScheduleArguments {
  std::vector<std::string> paths;  // folders and files with schedules (of Halide or TVM)
  std::string model;               // folder of a model trained on schedules; "" for the published model
  // .weights file of Halide's own cost model, whose predictions are then printed too; "" to omit them.
  std::string weights;
  int cores = 1;      // CPU cores that Halide's cost model assumes; only used with `weights`
  size_t top = 10;    // number of schedules to print per program
  bool json = false;  // whether to print one JSON line per program instead of text
};

// Ranks all configurations of a program by the analytical cost model. `opened` and `analytical` must outlive the
// result. Error: a score is NaN or infinite.
Result<Ranked> rankAnalytically(const session::Opened& opened, const model::AnalyticalCosts& analytical);

// Ranks all configurations of a program by a model that predicts the costs of simulated loops (files.card.loopNetworks
// > 0). First checks that the model reproduces its golden example (recorded outputs). `opened` must outlive the result.
// Errors: the weights are damaged or the outputs differ (`place` receives the path of the network), the program has no
// HLO module, or a score is not finite (`place` unchanged).
Result<Ranked> rankBySimulation(const ModelFiles& files, const session::Opened& opened, std::string* place);

// Computes the scores that `ranking` still lacks and returns the ranking. Error: a score is NaN or infinite.
Result<session::Ranking> finished(session::Ranking ranking);

// Checks that all scores of a program's configurations are finite. The bool is always true. Error: a score is NaN or
// infinite.
Result<bool> checkScores(std::span<const float> scores);

inline constexpr const char* kNotFiniteHelp = "use the analytical cost model (`analytical`) or another model";

}  // namespace hlorank::rank
