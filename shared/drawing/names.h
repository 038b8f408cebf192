// Names and summaries of sections (parts of computations).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

// Returns the two most informative opcodes of instructions with their counts, "dot ×9, reduce ×3": those with the
// largest count · weight, where the weight is 0 (copy, reshape, …) to 100 (dot, while, …).
std::string summarizeOpcodes(const hlo::Module& module, std::span<const hlo::InstructionId> instructions);

// Returns the common prefix and suffix of names with * between them: "layer_*" for "layer_0" and "layer_1"; the name
// itself if all are equal; "block" if they have nothing in common. `names` must not be empty.
std::string findCommonName(const std::vector<std::string_view>& names);

}  // namespace hlorank::drawing
