// Fits the standardisation of the network's input features to the training programs.
#pragma once

#include <vector>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "native/model/scoring_task.h"

namespace hlorank::train {

// Sets the untrained parameters `*.shift` and `*.scale` to the mean and 1 / standard deviation of every slot, node and
// tile feature over `examples`, all programs weighted equally. Constant features get scale 0 and thus have no effect.
// For a stage network also `time.shift`, the mean logarithm of the run time in ms per stage.
void setNormalisation(const model::Description& description, const std::vector<model::ScoringTask>& examples,
                      model::Parameters& parameters);

}  // namespace hlorank::train
