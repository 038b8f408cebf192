// How slow the code is that XLA:CPU has for some convolutions.
#pragma once

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Returns by how much a convolution takes longer on XLA:CPU than its FLOPs (countConvolutionFlops) at the peak rate: 1
// for one over at most two dimensions, without groups, with enough features, and with the dimensions in the order of
// the fast code. docs/cost.md has the rates of the others. `isInEntry`: whether it is in the entry computation, where
// XLA:CPU reorders the dimensions of convolutions as its fast code needs them. O(dimensions).
double slownessOnCpu(const hlo::Module& module, const hlo::Instruction& convolution, bool isInEntry);

}  // namespace hlorank::cost
