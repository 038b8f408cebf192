// Gates: factors proportional to the size of a tensor, plain or scaled by how a layout of it fills accelerator
// registers. A network multiplies its outputs by them, so it need not learn sizes over ten orders of magnitude.
#pragma once

#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

// Number of gates of a row: a slot (the output or an operand of a configurable instruction) with one of its layouts.
// `bytes` is the size of the slot's tensor times its trip count, divided by the root mean square of that product over
// all slots of the program.
//   gate 0  bytes
//   gate 1  bytes × the factor, at most 8, by which the tensor grows if its two most minor dimensions are padded to
//           registers of 128 lanes × (32 / bytes per element) rows
//   gate 2  bytes × 64 / size of the most minor dimension: large for short contiguous runs
inline constexpr int kGates = 3;

// Computes the gates of each row of `slots`, [rows, kGates]. A layout that the configuration leaves to the compiler
// counts as the value's layout in the program.
std::vector<float> rowGates(const graph::Program& program, const configs::Configurations& configurations,
                            configs::SlotRange slots);

// Computes one gate per pair entry (table entry of two rows of neighbouring slots), in the order of pair_blocks.h: the
// relative size of the copy between the two layouts. Gate 0 of the first slot if the layouts differ in their two most
// minor dimensions; 0 if they agree in both.
std::vector<float> pairGates(const graph::Program& program, const configs::Configurations& configurations,
                             const AnalyticalCosts& analytical);

}  // namespace hlorank::model
