// Slot features: network inputs that describe one output or operand of an instruction and one layout of it. Their names
// and definitions are in slot_features.cpp; the names are part of the schema of every model.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

size_t slotFeatureCount();
std::string_view slotFeatureName(size_t feature);

// Computes the features of every layout of the tensors `slots` (outputs and operands whose layout can be chosen),
// [rows, slotFeatureCount()]. Most values are within −1..1. For a program read from npz arrays, the features about trip
// counts, loops, fusions and dimension roles are 0, and so is the feature "known_program". O(rows + all slots + users
// of the tensors).
std::vector<float> slotFeatures(const graph::Program& program, const configs::Configurations& configurations,
                                const AnalyticalCosts& analytical, configs::SlotRange slots);

}  // namespace hlorank::model
