// Standardisation of the network's input features.
#pragma once

#include <vector>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "native/model/scoring_task.h"

namespace hlorank::train {

// Sets the fixed parameters `*.shift` and `*.scale`: mean and 1/deviation of every slot, node and tile feature over the
// training programs, all programs weighted equally. Constant features get scale 0 and thus have no effect.
void setNormalisation(const model::Description& description, const std::vector<model::ScoringTask>& examples,
                      model::Parameters& parameters);

}  // namespace hlorank::train
