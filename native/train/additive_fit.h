// Least-squares fit of free terms: one learned cost per layout of each slot (tensor of a configurable instruction) of a
// single program.
#pragma once

#include "native/model/parameters.h"
#include "native/train/trainer.h"

namespace hlorank::train {

// Sets the parameter `free`, a cost per layout, by ridge regression, so that
//   Σ over the selected layouts of a configuration of (gain · analytical cost + free) / gain
// approximates, up to a constant, its run time over the mean run time, or the logarithm of its run time. Layouts
// without data keep `free` = 0. Chooses between the two targets, and the penalty, by Kendall's tau in 5-fold
// cross-validation over example.selected, whose order must not depend on the file (see sortByContent). Does nothing if
// the network has no parameter `free`. Cost: O(configurations · slots) for each of some hundred conjugate gradient
// steps.
void fitFreeTerms(const model::Description& description, const Example& example, model::Parameters& parameters);

}  // namespace hlorank::train
