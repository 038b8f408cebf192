// What the network's inputs are normalised with.
#pragma once

#include <vector>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "native/model/problem.h"

namespace hlorank::train {

// Fixed arrays for the normalisation: mean and 1/deviation of every slot, node and tile feature over the training
// programs, each program counting the same. Features that do not vary get scale 0, so that what was never seen to
// differ has no effect.
void setNormalisation(const model::Description& description, const std::vector<model::Problem>& examples,
                      model::Parameters& parameters);

}  // namespace hlorank::train
