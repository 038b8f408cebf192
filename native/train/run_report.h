// Formats the title of a trained model, and its metrics for metrics.json and model.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "native/evaluate/figures.h"

namespace hlorank::train {

// How test data was held out. `what` is "family" (cross-validation over families, groups of variants of one network),
// "configuration" (a part of the configurations of a single program) or "split" (the valid and test splits of the data
// set). `folds` is the number of cross-validation folds; 0 without cross-validation.
struct HeldOut {
  std::string what;
  int folds = 0;
};

// Returns the content of metrics.json, {heldOut, folds, mean: {...}, programs: [{...}, ...]}, from the ranking metrics
// of each held-out program. null if no data was held out.
nlohmann::ordered_json makeMetrics(const std::vector<evaluate::ProgramFigures>& figures, const HeldOut& heldOut);
// Returns the field `metrics` of model.json, {heldOut, folds, mean: {...}, families: {...}}. To keep model.json small,
// it has means over each family (group of variants of one network) instead of values for every program. null if no data
// was held out.
nlohmann::ordered_json makeCardMetrics(const std::vector<evaluate::ProgramFigures>& figures, const HeldOut& heldOut);

// Returns the title of a model form (--form of `hlorank train`) for users, such as "Calibrated analytical model" for
// "calibrated".
std::string titleOf(const std::string& form);

}  // namespace hlorank::train
