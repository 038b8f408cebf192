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

// Returns how many consecutive elements are contiguous in memory when a tensor that is stored with `layout` is read in
// the order of the layout `reading`: the product of the sizes of the dimensions in the longest common prefix of the two
// layouts (their most minor dimensions), ignoring dimensions of size 1.
double contiguousRun(std::span<const int64_t> dimensions, const Layout& layout, const Layout& reading);

// Returns the distance in memory, in elements, between neighbours along `dimension`: the product of the sizes of all
// more minor dimensions. A dimension that a partial layout does not name is more major than all that it names.
double stride(std::span<const int64_t> dimensions, const Layout& layout, int dimension);

// Returns the numbers of the dimensions of size other than 1, ascending. With fewer than two, all layouts of the tensor
// have the same memory order.
std::vector<int> movableDimensions(std::span<const int64_t> dimensions);

// Returns layouts other than `own` of a tensor with these dimensions. With up to four dimensions of size other than 1:
// all their orders. With more: `own` with two of them swapped, for each two, and their reverse order. Dimensions of
// size 1 keep their positions. The layouts are distinct and in a fixed order. `own` must name all dimensions.
std::vector<Layout> listOtherLayouts(std::span<const int64_t> dimensions, const Layout& own);

}  // namespace hlorank::configs
