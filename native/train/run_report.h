// What a run says of the model it trained: figures of what was held out, and names.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "native/evaluate/figures.h"

namespace hlorank::train {

// What the figures are of: "family" (cross-validation over families), "configuration" (of one program), or "split" (the
// data set's own valid and test programs).
struct HeldOut {
  std::string what;
  int folds = 0;
};

// {heldOut, folds, programs: [...], mean: {...}}; null when nothing was held out.
nlohmann::ordered_json metricsOf(const std::vector<evaluate::ProgramFigures>& figures, const HeldOut& heldOut);
// The same for the card, which everyone loads: means of families instead of programs.
nlohmann::ordered_json cardMetricsOf(const std::vector<evaluate::ProgramFigures>& figures, const HeldOut& heldOut);

// "Calibrated analytical model" for "calibrated".
std::string titleOf(const std::string& form);

}  // namespace hlorank::train
