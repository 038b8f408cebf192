// Operations of windowed instructions: convolution and reduce-window.
#pragma once

#include <span>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// One spatial dimension of a convolution.
struct SpatialDimension {
  int64_t input = 0, kernel = 0, output = 0;  // sizes
  hlo::WindowDimension window;
};

// Counts the pairs (kernel position, output position) whose input position is inside the input and not in a hole that
// base dilation makes: the multiplications along this dimension. O(min(kernel, output) · log), but at most 16,384
// kernel or output positions are evaluated: beyond, evenly spaced ones stand for all.
double countValidPositions(const SpatialDimension& dimension);

// Floating-point operations of a convolution, two per multiply-add; 0 if its dimension numbers are malformed.
// As xla::HloCostAnalysis::GetConvolutionFlops.
double countConvolutionFlops(const hlo::Module& module, const hlo::Instruction& convolution);

// How often a reduce-window applies its computation: (window elements − 1) × output elements; a window that covers its
// dimension from every position counts as one reduction, then a broadcast.
double countWindowReductions(const hlo::Module& module, const hlo::Instruction& reduceWindow);

// Product of the window sizes of an instruction; 1 without a window.
double countWindowElements(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
