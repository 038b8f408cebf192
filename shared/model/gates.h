// Gates: factors proportional to the size of a tensor, plain or adjusted for how its layout fills accelerator
// registers. A network multiplies its outputs by them, so that it need not learn sizes that span ten orders of
// magnitude.
#pragma once

#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

// Number of gates, which are factors for network outputs, of one layout of a slot (an output or operand whose layout
// can be chosen). `bytes` is the size of the slot's tensor times its trip count, divided by the root mean square of
// that product over all slots of the program.
//   gate 0  bytes
//   gate 1  bytes × the factor, at most 8, by which the tensor grows if its two most minor dimensions are padded to
//   registers of 128 lanes × (32 / bytes per element) rows
//   gate 2  bytes × 64 / size of the most minor dimension, which is large for short contiguous runs
inline constexpr int kGates = 3;

// Computes the gates (factors for network outputs) of every layout of the tensors `slots`, [layouts, kGates]. A layout
// that the configuration leaves to the compiler counts as the layout written in the program.
std::vector<float> rowGates(const graph::Program& program, const configs::Configurations& configurations,
                            configs::SlotRange slots);

// Computes one factor per pair of layouts of two neighbouring tensors, in the order of pair_blocks.h. The factor is the
// relative size of the copy between the layouts. It is gate 0 of the first tensor if the layouts differ in their two
// most minor dimensions, else 0.
std::vector<float> pairGates(const graph::Program& program, const configs::Configurations& configurations,
                             const AnalyticalCosts& analytical);

}  // namespace hlorank::model
