// Loads the model that guides a search and evaluates it for a program.
#pragma once

#include <string>

#include "native/collect/trial.h"
#include "native/evaluate/ranker.h"

namespace hlorank::tune {

// Loads the model `requested`: the folder of a training run or of an exported model, or "analytical". "": the published
// model; if it is missing or does not fit this build, prints a message and returns the analytical cost model. Error:
// the requested model cannot be loaded; sets `place` to the file at fault.
Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place);

// Runs the model once on the program. Returns a score for each row (a slot with one of its layouts) and, with some
// models, for pairs of rows of connected slots. Error: see evaluate::computeTables.
Result<model::Tables> computeTables(const evaluate::Ranker& ranker, const collect::Subject& subject);

}  // namespace hlorank::tune
