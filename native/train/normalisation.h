// Fits the standardisation of the network's input features to the training programs.
#pragma once

#include <vector>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "native/model/scoring_task.h"

namespace hlorank::train {

// Computes the standardisation of every input feature over `examples`, with equal weight for all programs. Sets the
// weights `*.shift` to the mean and `*.scale` to 1 / standard deviation; training does not change them. Constant
// features get scale 0 and so have no effect. For a stage network (Halide or TVM schedules) also sets `time.shift`, the
// mean log time of a stage in ms.
void setNormalisation(const model::Description& description, const std::vector<model::ScoringTask>& examples,
                      model::Parameters& parameters);

}  // namespace hlorank::train
