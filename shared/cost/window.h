// Counts the operations of instructions with a window: convolution and reduce-window.
#pragma once

#include <span>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// One spatial dimension of a convolution.
struct SpatialDimension {
  int64_t input = 0, kernel = 0, output = 0;  // size of this dimension in each array
  hlo::WindowDimension window;
};

// Counts the multiplications along one dimension: the pairs of a kernel position and an output position whose input
// position is inside the input and not in a hole of its base dilation. O(min(kernel, output) · log). Exact up to 16,384
// kernel or output positions; with more, an estimate from 16,384 evenly spaced ones.
double countValidPositions(const SpatialDimension& dimension);

// Floating-point operations of a convolution, two per multiply-add; 0 if its dimension numbers are malformed. As
// xla::HloCostAnalysis::GetConvolutionFlops.
double countConvolutionFlops(const hlo::Module& module, const hlo::Instruction& convolution);

// Returns how often a reduce-window applies its computation: (window elements − 1) × output elements. If the window
// covers a whole dimension from every position, that dimension is counted as reduced once and then broadcast.
double countWindowReductions(const hlo::Module& module, const hlo::Instruction& reduceWindow);

// Returns the product of the window sizes of an instruction; 1 if it has no window.
double countWindowElements(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
