// Least-squares fit of free terms: one learned constant cost per slot (output or operand of a configurable instruction)
// and layout, for a model of a single program.
#pragma once

#include "native/model/parameters.h"
#include "native/train/trainer.h"

namespace hlorank::train {

// Sets the weights named `free`, one per slot and layout, by ridge regression on the configurations example.selected,
// so that for each of them
//   Σ over its slots of (gain · analytical cost + free) / gain, both of the slot's layout in the configuration,
// approximates, up to a constant, run time / mean run time, or else log run time. Layouts that no configuration uses
// keep `free` = 0. Chooses between these two targets, and the ridge penalty, by Kendall's tau in 5-fold
// cross-validation over example.selected, whose order must not depend on the file (see sortByContent). Does nothing if
// the network has no such weights. Cost: O(configurations · slots) for each of some hundred conjugate gradient steps.
void fitFreeTerms(const model::Description& description, const Example& example, model::Parameters& parameters);

}  // namespace hlorank::train
