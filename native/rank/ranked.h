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

// Whether a model is the analytical cost model, by its name on the command line.
bool isAnalytical(const std::string& model);

// A ranking, and the model that made it.
struct Ranked {
  session::Ranking ranking;
  session::RankedBy by;
};

// The schedules that `hlorank rank` ranks, and how it prints them.
struct ScheduleArguments {
  std::vector<std::string> paths;  // folders and files of schedules
  std::string model;               // folder of a model trained on schedules; "": the published one
  std::string weights;             // .weights file of Halide's own cost model, to print its costs too; "": do not
  int cores = 1;                   // number of CPU cores that Halide's cost model assumes; only used with `weights`
  size_t top = 10;                 // schedules to print per program
  bool json = false;               // one JSON line per program instead of text
};

// Ranks all configurations of a program by the analytical cost model. `opened` and `analytical` must outlive the
// result. Error: a score is NaN or infinite.
Result<Ranked> rankAnalytically(const session::Opened& opened, const model::AnalyticalCosts& analytical);

// Ranks all configurations of a program by a loop model (files.card.loopNetworks > 0), after it reproduced its golden
// example. `opened` must outlive the result. Errors: damaged weights, another result for the golden example (`place`
// receives the faulty file), the program has no HLO module, or a score is not finite.
Result<Ranked> rankBySimulation(const ModelFiles& files, const session::Opened& opened, std::string* place);

// Computes the scores that are still missing. Error: a score is NaN or infinite.
Result<session::Ranking> finished(session::Ranking ranking);

// Checks the scores of a program's configurations. The bool is always true. Error: a score is NaN or infinite.
Result<bool> checkScores(std::span<const float> scores);

inline constexpr const char* kNotFiniteHelp = "use the analytical cost model (`analytical`) or another model";

}  // namespace hlorank::rank
