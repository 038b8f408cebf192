// How fast XLA:CPU multiplies matrices and convolves.
#pragma once

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Returns the time of a dot or a convolution on XLA:CPU, in units of the time of its FLOPs at the peak rate; at
// least 1. Products of small matrices are slow, and so are convolutions in groups, over three dimensions, or with
// dimensions in another order than the fast code needs. docs/cost.md has the rates. `isInEntry`: whether it is in the
// entry computation, where XLA:CPU reorders the dimensions of convolutions. O(dimensions), or as countConvolutionFlops
// for a convolution in groups with holes.
double slownessOnCpu(const hlo::Module& module, const hlo::Instruction& product, bool isInEntry);

}  // namespace hlorank::cost
