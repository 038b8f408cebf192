// Loads the model that predicts which layouts the searches of `hlorank tune` and `hlorank replay` try first.
#pragma once

#include <string>

#include "native/collect/trial.h"
#include "native/evaluate/ranker.h"

namespace hlorank::tune {

// Loads the model `requested`: the folder of a training run or of an exported model, or "analytical". "" requests the
// published model `simulated`; if that does not exist or this build cannot use it, prints a message and returns the
// analytical cost model. Error: the requested model cannot be loaded; `place` receives the path of the faulty file.
Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place);

}  // namespace hlorank::tune
