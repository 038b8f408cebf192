// What a layout may cost in proportion to: the size of a row's tensor within its program, alone and times what the
// registers of an accelerator make of it. A network that multiplies what it learned by these need not learn sizes over
// ten orders of magnitude.
#pragma once

#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

// Of a row, with bytes = those of its value times its trips, over their root mean square in the program's slots:
//   bytes
//   bytes × padding   the two most minor dimensions filled up to registers of 128 lanes and 32 / element bytes rows,
//                     at most 8 times as much
//   bytes × 64 / minor size, at most 64
inline constexpr int kGates = 3;

// [rows of the slots, kGates]. A layout left to the compiler counts as the value's own.
std::vector<float> rowGates(const graph::Program& program, const configs::Configurations& configurations,
                            configs::SlotRange slots);

// [pair entries], in the order of the input `pairs`: the bytes of the first slot's value, as above, where the two
// most minor dimensions of the two layouts differ, else 0. That is what copying between them moves.
std::vector<float> pairGates(const graph::Program& program, const configs::Configurations& configurations,
                             const AnalyticalCosts& analytical);

}  // namespace hlorank::model
