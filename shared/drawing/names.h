// Names and summaries of sections.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

// Returns the two most informative opcodes with their counts, "dot ×9, reduce ×3": those with the largest count ×
// importance (dot counts more than add).
std::string summarizeOpcodes(const hlo::Module& module, std::span<const hlo::InstructionId> instructions);

// Returns the common pattern of names: "layer_*" for "layer_0", "layer_1", ...; "block" if there is none. `names` must
// not be empty.
std::string findCommonName(const std::vector<std::string_view>& names);

}  // namespace hlorank::drawing
