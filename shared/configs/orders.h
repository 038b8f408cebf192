// What an order of dimensions means in memory: which dimension is contiguous, how long the runs are, how far the steps.
// Dimensions of size 1 take no part in any of it: moving them moves nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"

namespace hlorank::configs {

// The most minor dimension of size other than 1; -1 when there is none. Layouts may be partial ({3,0} of rank 4).
int minorDimension(std::span<const int64_t> dimensions, const Layout& layout);

// Elements that lie together in memory when a tensor laid out as `layout` is read in the order `reading`: the product
// of the sizes over the longest common beginning of both orders.
double contiguousRun(std::span<const int64_t> dimensions, const Layout& layout, const Layout& reading);

// Elements between neighbours along `dimension`: the product of the sizes of what is more minor. Dimensions a partial
// layout does not name are more major than those it does.
double stride(std::span<const int64_t> dimensions, const Layout& layout, int dimension);

// Positions of the dimensions that can move: size other than 1. A slot with fewer than two is fixed.
std::vector<int> movableDimensions(std::span<const int64_t> dimensions);

// Every other layout a slot may get, the dimensions of size 1 staying in their places: with at most 4 movable
// dimensions all orders, beyond that each pair swapped and the reverse. Distinct, `own` not among them, in a fixed
// order. `own` must be full.
std::vector<Layout> otherLayouts(std::span<const int64_t> dimensions, const Layout& own);

}  // namespace hlorank::configs
