// What sections are called.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

// The two operations that tell most about instructions, "dot ×9, reduce ×3": those that compute, then what there is
// most of.
std::string summaryOf(const hlo::Module& module, std::span<const hlo::InstructionId> instructions);

// What names have in common: "layer_*" of "layer_0", "layer_1", ...; "block" of names that have nothing. `names` is not
// empty.
std::string stemOf(const std::vector<std::string_view>& names);

}  // namespace hlorank::drawing
