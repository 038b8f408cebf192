// Loads the model that guides a search.
#pragma once

#include <string>

#include "native/collect/trial.h"
#include "native/evaluate/ranker.h"

namespace hlorank::tune {

// Loads the requested model. If `requested` is empty, loads the published model; if there is none or it does not fit
// this build, prints a message and uses the analytical cost model. On error, `place` is the file the error is about.
Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place);

}  // namespace hlorank::tune
