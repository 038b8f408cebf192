// Memory properties of a layout: the contiguous dimension, the length of contiguous runs, strides. Dimensions of size 1
// are ignored throughout, because their place in a layout does not change the memory order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"

namespace hlorank::configs {

// Returns the most minor dimension of size other than 1 that the layout names; -1: none. `dimensions` are sizes. The
// layout may be partial ({3,0} of rank 4).
int minorDimension(std::span<const int64_t> dimensions, const Layout& layout);

// Returns the number of contiguous elements per run when a tensor stored with `layout` is read in the order `reading`:
// the product of the sizes over the longest common prefix of both layouts, ignoring dimensions of size 1.
double contiguousRun(std::span<const int64_t> dimensions, const Layout& layout, const Layout& reading);

// Returns the stride of `dimension` in elements: the product of the sizes of all more minor dimensions. A dimension
// that a partial layout does not name is more major than all that it names.
double stride(std::span<const int64_t> dimensions, const Layout& layout, int dimension);

// Returns the numbers of the dimensions of size other than 1, ascending. With fewer than two, all layouts of the tensor
// have the same memory order.
std::vector<int> movableDimensions(std::span<const int64_t> dimensions);

// Returns the alternatives to layout `own`: all orders of up to four dimensions of size other than 1; with more of
// them, each swap of two and the reverse. Dimensions of size 1 keep their places. Distinct, without `own`, in a fixed
// order. `own` must name all dimensions.
std::vector<Layout> listOtherLayouts(std::span<const int64_t> dimensions, const Layout& own);

}  // namespace hlorank::configs
