// Counts the operations of instructions that slide a window over an array: convolution and reduce-window.
#pragma once

#include <span>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// One spatial dimension of a convolution.
struct SpatialDimension {
  int64_t input = 0, kernel = 0, output = 0;  // size of this dimension in the input, kernel and output
  hlo::WindowDimension window;
};

// Counts the multiplications of a convolution along one dimension. These are the pairs of kernel position and output
// position whose input position lies inside the input and not in a hole of the base dilation. The count is exact for up
// to 16,384 kernel or output positions, otherwise estimated from 16,384 evenly spaced ones. O(min(kernel, output) ·
// log).
double countValidPositions(const SpatialDimension& dimension);

// The arrays of a convolution.
struct ConvolutionShapes {
  hlo::ShapeId input = hlo::kNone, kernel = hlo::kNone, output = hlo::kNone;
};

// Returns the floating-point operations of a convolution with the window and dimension numbers of an instruction, two
// per multiply-add, as xla::HloCostAnalysis::GetConvolutionFlops does. Returns 0 if the dimension numbers are
// malformed.
double countConvolutionFlops(const hlo::Module& module, const hlo::Instruction& instruction,
                             const ConvolutionShapes& shapes);

// The same for an instruction `convolution`.
double countConvolutionFlops(const hlo::Module& module, const hlo::Instruction& convolution);

// Returns how often a reduce-window applies its computation: (window elements − 1) × output elements. If the window
// covers a dimension completely from every position, that dimension counts as reduced once and then broadcast.
double countWindowReductions(const hlo::Module& module, const hlo::Instruction& reduceWindow);

// Returns how often XLA applies the computation of a reduce-window if the window is a prefix scan (cumulative sum): if
// it reaches from every element to the begin or the end of one dimension. XLA then scans blocks of 16 elements, adds up
// the blocks in the same way, and adds these sums to the blocks (ReduceWindowRewriter in XLA:CPU). Returns infinity for
// other windows.
double countScanReductions(const hlo::Module& module, const hlo::Instruction& reduceWindow);

// Returns the product of the window sizes of an instruction. Returns 1 if the instruction has no window.
double countWindowElements(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
