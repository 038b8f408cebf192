// Formats the metrics of a trained model for metrics.json and model.json, and its title.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "native/evaluate/figures.h"

namespace hlorank::train {

// How test data was held out. `what` is "family" (cross-validation over families, groups of variants of one network),
// "configuration" (a part of the configurations of a single program) or "split" (the valid and test splits of the data
// set). `folds` is the number of cross-validation folds, 0 without cross-validation.
struct HeldOut {
  std::string what;
  int folds = 0;
};

// Returns the content of metrics.json, {heldOut, folds, mean: {...}, programs: [{...}, ...]}, from the ranking metrics
// of each held-out program; null if no data was held out.
nlohmann::ordered_json makeMetrics(const std::vector<evaluate::ProgramFigures>& figures, const HeldOut& heldOut);
// Returns the field `metrics` of model.json, {heldOut, folds, mean: {...}, families: {...}}: means over each family
// instead of values for every program, to keep model.json small; null if no data was held out.
nlohmann::ordered_json makeCardMetrics(const std::vector<evaluate::ProgramFigures>& figures, const HeldOut& heldOut);

// Returns the title of a model form (--form of `hlorank train`) for users, such as "Calibrated analytical model" for
// "calibrated".
std::string titleOf(const std::string& form);

}  // namespace hlorank::train
