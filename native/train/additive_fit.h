// Least-squares fit of one learned constant cost (a free term) per slot and layout, for a model of a single program. A
// slot is the output or an operand of a configurable instruction.
#pragma once

#include "native/model/parameters.h"
#include "native/train/trainer.h"

namespace hlorank::train {

// Sets the weights named `free`, one per slot and layout, by ridge regression on the configurations example.selected.
// The prediction for a configuration is the sum over the slots of (gain · analytical cost + free) / gain, both of the
// slot's layout. The target is run time / mean run time or log run time, up to a constant. Layouts that no
// configuration uses keep `free` = 0. Chooses between the two targets, and the ridge penalty, by Kendall's tau in
// 5-fold cross-validation over example.selected, whose order must not depend on the file (see sortByContent). Does
// nothing if the network has no such weights. Cost: O(configurations · slots) for each of some hundred conjugate
// gradient steps.
void fitFreeTerms(const model::Description& description, const Example& example, model::Parameters& parameters);

}  // namespace hlorank::train
