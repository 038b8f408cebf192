// Least-squares fit of free terms: one learned cost per layout of each slot of a single program.
#pragma once

#include "native/model/parameters.h"
#include "native/train/trainer.h"

namespace hlorank::train {

// Sets the parameter `free` by ridge regression, so that
//   Σ over the rows of a configuration of (gain · analytical cost + free) / gain
// approximates, up to a constant, its run time over the mean run time, or the logarithm of its run time. Rows without
// data keep their analytical cost. Target and penalty are chosen by Kendall's tau in 5-fold cross-validation over the
// configurations, whose order must not depend on the file (see sortByContent).
// Cost: O(configurations · slots) for each of some hundred conjugate gradient steps.
void fitFreeTerms(const model::Description& description, const Example& example, model::Parameters& parameters);

}  // namespace hlorank::train
