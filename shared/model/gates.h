// Gates: factors proportional to the size of a row's tensor, plain or scaled by how its layout fills accelerator
// registers. A network multiplies its outputs by them, so it need not learn sizes over ten orders of magnitude.
#pragma once

#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

// The gates of a row. `bytes` is the size of the row's tensor times its trip count, divided by the root mean square of
// that number over the program's slots.
//   0  bytes
//   1  bytes × padding: the factor by which the tensor grows when its two most minor dimensions are padded to registers
//      of 128 lanes and 32 / element bytes rows; at most 8
//   2  bytes × 64 / size of the most minor dimension (a factor of at most 64)
inline constexpr int kGates = 3;

// Gates of the rows of `slots`, [rows, kGates]. A layout left to the compiler counts as the value's own layout.
std::vector<float> rowGates(const graph::Program& program, const configs::Configurations& configurations,
                            configs::SlotRange slots);

// One gate per pair entry, in the order of the input `pairs`: the size of a copy between the two layouts. `bytes` (as
// above) of the first slot if the two layouts differ in their two most minor dimensions, else 0.
std::vector<float> pairGates(const graph::Program& program, const configs::Configurations& configurations,
                             const AnalyticalCosts& analytical);

}  // namespace hlorank::model
