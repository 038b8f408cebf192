// Fits the standardisation of the network's input features to the training programs.
#pragma once

#include <vector>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "native/model/scoring_task.h"

namespace hlorank::train {

// Sets the weights `*.shift` and `*.scale`, which training does not change, to mean and 1 / standard deviation of every
// input feature over `examples`; all programs have equal weight. Constant features get scale 0 and so have no effect.
// For a stage network (Halide or TVM schedules) also sets `time.shift`, the mean log time of a stage in ms.
void setNormalisation(const model::Description& description, const std::vector<model::ScoringTask>& examples,
                      model::Parameters& parameters);

}  // namespace hlorank::train
