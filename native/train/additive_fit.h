// Free terms by least squares: the additive model of a program's own layouts that fits its run times best.
#pragma once

#include "native/model/parameters.h"
#include "native/train/trainer.h"

namespace hlorank::train {

// Sets the parameter `free` of a network with free terms, and leaves the others as they are, so that
//   sum over rows of a configuration of (gain * h2 + free) / gain
// is its run time over the mean, or its logarithm, but for a constant, by least squares with a penalty on `free`: where
// the data says nothing, h2 stays. Of both, and of a few penalties, those are taken that order left-out fifths of the
// configurations best. The order of the configurations must not depend on the order of a file (sortByContent). Cost:
// O(configurations * slots) for each of some hundred steps of conjugate gradients.
void fitFreeTerms(const model::Description& description, const Example& example, model::Parameters& parameters);

}  // namespace hlorank::train
