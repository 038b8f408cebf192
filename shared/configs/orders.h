// Memory properties of a layout: the contiguous dimension, the length of contiguous runs, strides. Dimensions of size 1
// are ignored throughout, because their position does not change the memory order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"

namespace hlorank::configs {

// Returns the most minor dimension of size other than 1, or -1. The layout may be partial ({3,0} of rank 4).
int minorDimension(std::span<const int64_t> dimensions, const Layout& layout);

// Returns the number of contiguous elements per run when a tensor with layout `layout` is read in the order `reading`:
// the product of the sizes over the longest common prefix of both orders.
double contiguousRun(std::span<const int64_t> dimensions, const Layout& layout, const Layout& reading);

// Returns the stride of `dimension` in elements: the product of the sizes of all more minor dimensions. Dimensions that
// a partial layout does not name are more major than those it names.
double stride(std::span<const int64_t> dimensions, const Layout& layout, int dimension);

// Returns the dimensions of size other than 1, ascending. With fewer than two, the tensor has only one layout.
std::vector<int> movableDimensions(std::span<const int64_t> dimensions);

// Returns the alternatives to layout `own`: all orders of up to 4 movable dimensions, else each swapped pair and the
// reverse. Dimensions of size 1 keep their positions. Distinct, without `own`, in a fixed order. `own` must name all
// dimensions.
std::vector<Layout> listOtherLayouts(std::span<const int64_t> dimensions, const Layout& own);

}  // namespace hlorank::configs
