// Loads the model that guides a search and evaluates it for a program.
#pragma once

#include <string>

#include "native/collect/trial.h"
#include "native/evaluate/ranker.h"

namespace hlorank::tune {

// Loads the requested model. If `requested` is empty, loads the published model; if there is none or it does not fit
// this build, prints a message and uses the analytical cost model. On error, `place` is the file the error is about.
Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place);

// Runs the model once on the program. Returns its score tables over the rows of the subject's layout table.
Result<model::Tables> computeTables(const evaluate::Ranker& ranker, const collect::Subject& subject);

}  // namespace hlorank::tune
