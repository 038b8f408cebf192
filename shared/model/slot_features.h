// The slot features: network inputs that describe a slot and one layout of it. slot_features.cpp has the table of their
// names and definitions; the names are part of the schema of every model.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

size_t slotFeatureCount();
std::string_view slotFeatureName(size_t feature);

// Computes the features of the rows of `slots`, [rows, slotFeatureCount()], most of them scaled to −1..1. Features that
// need the program itself (trip counts, loops, fusions, dimension roles) are 0 if only arrays are known; the feature
// "known_program" tells the two cases apart. Linear in these rows, all slots, and the users of their values.
std::vector<float> slotFeatures(const graph::Program& program, const configs::Configurations& configurations,
                                const AnalyticalCosts& analytical, configs::SlotRange slots);

}  // namespace hlorank::model
