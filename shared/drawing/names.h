// Names and summarizes the sections that a long HLO computation is divided into for the drawing.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

// Summarizes instructions by their two most informative opcodes with counts, "dot ×9, reduce ×3". These have the
// largest count · weight, where an opcode's weight is 0 (copy, reshape, …) to 100 (dot, while, …).
std::string summarizeOpcodes(const hlo::Module& module, std::span<const hlo::InstructionId> instructions);

// Returns the common prefix and suffix of names with * between: "layer_*" for "layer_0" and "layer_1". Returns the name
// itself if all are equal, and "block" if they have nothing in common. `names` must not be empty.
std::string findCommonName(const std::vector<std::string_view>& names);

}  // namespace hlorank::drawing
