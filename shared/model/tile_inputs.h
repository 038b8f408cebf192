// Network inputs that describe one tile-size configuration of a fused kernel.
#pragma once

#include <span>
#include <vector>

#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"

namespace hlorank::model {

// Number of inputs about the work of a tile. The inputs of a tile-size configuration are, in this order ("log" is
// log2(1 + x) / 30, so that 2^30 becomes about 1):
//   log of each of the 24 columns of tile_space.h (three lists of six sizes, each with its sum and product);
//   for each of the 18 sizes, its remainder modulo 128 (lanes) and modulo 8 (rows), divided by 128 and by 8;
//   log of kTileWork numbers about the kernel's result (its root) and its largest contraction (dot, convolution,
//   reduce):
//     number of tiles of the result, number of contraction steps per tile;
//     bytes of one result tile, padded to registers of 128 lanes × (32 / bytes per element) rows;
//     bytes of the operand tiles of one step, padded to registers;
//     bytes of these tiles together, counting the result tile once more for each parameter of the result's shape;
//     elementwise operations of one step, multiplications of one step;
//     bytes, elementwise operations and multiplications of all steps of all tiles.
inline constexpr int kTileWork = 10;
inline constexpr int kTileInputs = configs::kTileColumns + 2 * 18 + kTileWork;

// Computes the network inputs of tile-size configurations, [configurations, kTileInputs]. `columns`, [configurations,
// 24], has the tile sizes of the configurations in the format of tile_space.h. If all kernel bounds are 0 (unknown),
// assumes 1 contraction step with operand tiles of 0 bytes.
std::vector<float> tileInputs(const graph::Program& kernel, std::span<const float> columns);

}  // namespace hlorank::model
