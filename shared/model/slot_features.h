// The slot features: network inputs that describe a slot (the output or an operand of a configurable instruction) and
// one layout of it. slot_features.cpp has the table of their names and definitions; the names are part of the schema of
// every model.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

size_t slotFeatureCount();
std::string_view slotFeatureName(size_t feature);

// Computes the features of each row (a slot with one of its layouts) of `slots`, [rows, slotFeatureCount()], most of
// them in −1..1. Trip counts, loops, fusions and dimension roles are 0 if the program was read from arrays; then the
// feature "known_program" is 0. O(rows + all slots + users of the values that the slots lay out).
std::vector<float> slotFeatures(const graph::Program& program, const configs::Configurations& configurations,
                                const AnalyticalCosts& analytical, configs::SlotRange slots);

}  // namespace hlorank::model
