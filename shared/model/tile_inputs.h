// Tile sizes of a kernel as a network reads them.
#pragma once

#include <span>
#include <vector>

#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"

namespace hlorank::model {

// Of a configuration:
//   the logarithm of each of the 24 columns (about 1 for 2^30);
//   of each of the 18 sizes what it leaves over of a register's 128 lanes and 8 rows, from 0 to 1;
//   logarithms of what the tile makes of the kernel's result (the root) and of its largest contraction (dot,
//   convolution, reduce):
//     tiles of the result, steps of the contraction;
//     bytes of a tile of the result filled up to registers (128 lanes, 32 / element bytes rows), of the operands' parts
//     of a step likewise, of all that a step holds (the former, once more for each parameter of the result's sizes);
//     elementwise operations of a step, multiplications of a step;
//     bytes, elementwise operations and multiplications of all steps.
inline constexpr int kTileWork = 10;
inline constexpr int kTileInputs = configs::kTileColumns + 2 * 18 + kTileWork;

// [count, kTileInputs] of columns [count, 24]. What a kernel does not have counts as 1 step or 0 bytes.
std::vector<float> tileInputs(const graph::Program& kernel, std::span<const float> columns);

}  // namespace hlorank::model
