// Network inputs for tile size configurations of a kernel.
#pragma once

#include <span>
#include <vector>

#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"

namespace hlorank::model {

// The inputs of one configuration, in this order ("log": scaled so that 2^30 becomes about 1):
//   log of each of the 24 columns of tile_space.h;
//   for each of the 18 sizes, its remainder modulo 128 lanes and modulo 8 rows, as fractions of 128 and of 8;
//   log of kTileWork numbers about the kernel's result (its root) and largest contraction (dot, convolution, reduce):
//     number of tiles of the result, number of contraction steps per tile;
//     bytes of one result tile padded to registers (128 lanes, 32 / element bytes rows), of the operand tiles of one
//     step, padded likewise, and of both together, counting the result tile once more for each parameter of its shape;
//     elementwise operations of one step, multiplications of one step;
//     bytes, elementwise operations and multiplications of all steps of all tiles.
inline constexpr int kTileWork = 10;
inline constexpr int kTileInputs = configs::kTileColumns + 2 * 18 + kTileWork;

// Computes the inputs, [count, kTileInputs], of tile size columns, [count, 24]. A kernel without a contraction has 1
// step and operand tiles of 0 bytes.
std::vector<float> tileInputs(const graph::Program& kernel, std::span<const float> columns);

}  // namespace hlorank::model
