// x: what a slot and a setting of it are like, for the network that turns physics' terms up and down. One table of
// names and definitions, in slot_features.cpp; its names are part of the schema of every model.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

size_t slotFeatureCount();
std::string_view slotFeatureName(size_t feature);

// [rows of the slots, slotFeatureCount()], most entries within −1..1 by fixed scales. What only a program with its
// extras can tell (trip counts, loops, fusions, roles of dimensions) is 0 for arrays alone, and the feature
// "known_program" says which it is. Cost: linear in these rows and in the program's slots, plus the users of every
// value of these slots, once.
std::vector<float> slotFeatures(const graph::Program& program, const configs::Configurations& configurations,
                                const AnalyticalCosts& analytical, configs::SlotRange slots);

}  // namespace hlorank::model
