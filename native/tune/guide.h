// Loads the model that guides a search.
#pragma once

#include <string>

#include "native/collect/trial.h"
#include "native/evaluate/ranker.h"

namespace hlorank::tune {

// Loads the model `requested`: the folder of a training run or of an exported model, or "analytical". "": the published
// model `calibrated`; if it is missing or does not fit this build, prints a message and returns the analytical cost
// model. Error: the requested model cannot be loaded; sets `place` to the file at fault.
Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place);

}  // namespace hlorank::tune
