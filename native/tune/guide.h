// The model that guides a search.
#pragma once

#include <string>

#include "native/collect/trial.h"
#include "native/evaluate/ranker.h"

namespace hlorank::tune {

// The model asked for, else the published one, else h2. A model that does not fit this build is no reason to stop,
// unless it was asked for. `place` receives the file an error is about.
Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place);

Result<model::Tables> tablesOf(const evaluate::Ranker& ranker, const collect::Subject& subject);

}  // namespace hlorank::tune
