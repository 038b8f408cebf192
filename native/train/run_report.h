// Metrics of a trained model for metrics.json and the card, and its title.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "native/evaluate/figures.h"

namespace hlorank::train {

// How test data was held out: "family" (cross-validation over families), "configuration" (a sample of one program's
// configurations) or "split" (the valid and test programs of the data set).
struct HeldOut {
  std::string what;
  int folds = 0;
};

// {heldOut, folds, mean: {...}, programs: [...]}; null if nothing was held out.
nlohmann::ordered_json makeMetrics(const std::vector<evaluate::ProgramFigures>& figures, const HeldOut& heldOut);
// The same for the card, with means of families instead of programs to keep the card small.
nlohmann::ordered_json makeCardMetrics(const std::vector<evaluate::ProgramFigures>& figures, const HeldOut& heldOut);

// "Calibrated analytical model" for "calibrated".
std::string titleOf(const std::string& form);

}  // namespace hlorank::train
