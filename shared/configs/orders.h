// Memory properties of a layout: contiguous dimension, length of contiguous runs, strides. Dimensions of size 1 are
// ignored throughout, because their position does not change the order of elements in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"

namespace hlorank::configs {

// Returns the number of the most minor dimension of size other than 1 that a layout names. Returns -1 if it names none.
// `dimensions` are the sizes of all dimensions of the tensor. The layout may be partial, such as {3,0} for rank 4.
int minorDimension(std::span<const int64_t> dimensions, const Layout& layout);

// Returns how many consecutive elements lie contiguously in memory when a tensor that is stored with `layout` is read
// in the order of the layout `reading`. This is the product of the sizes of the most minor dimensions on which both
// layouts agree, ignoring dimensions of size 1.
double contiguousRun(std::span<const int64_t> dimensions, const Layout& layout, const Layout& reading);

// Returns the distance in memory, in elements, between neighbours along `dimension`. This is the product of the sizes
// of all more minor dimensions. Dimensions that a partial layout does not name count as the most major ones.
double stride(std::span<const int64_t> dimensions, const Layout& layout, int dimension);

// Returns the numbers of the dimensions of size other than 1, in ascending order. If there are fewer than two, all
// layouts of the tensor give the same memory order.
std::vector<int> movableDimensions(std::span<const int64_t> dimensions);

// Returns distinct layouts of a tensor, other than `own`, in a fixed order. `own` must name all dimensions. With up to
// four dimensions of size other than 1, returns all their orders. With more, returns `own` with each pair of them
// swapped, and `own` with their order reversed. Dimensions of size 1 keep their positions.
std::vector<Layout> listOtherLayouts(std::span<const int64_t> dimensions, const Layout& own);

}  // namespace hlorank::configs
