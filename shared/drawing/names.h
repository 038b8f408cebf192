// Names and summarizes the sections that a long HLO computation is divided into for the drawing.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

// Summarizes instructions by their two most informative opcodes with counts: "dot ×9, reduce ×3". Most informative are
// the opcodes with the largest count · weight. The weight of an opcode is from 0 (copy, reshape, …) to 100 (dot, while,
// …).
std::string summarizeOpcodes(const hlo::Module& module, std::span<const hlo::InstructionId> instructions);

// Returns the common prefix and suffix of names with * between them: "layer_*" for "layer_0" and "layer_1". If all
// names are equal, returns that name. If they have nothing in common, returns "block". `names` must not be empty.
std::string findCommonName(const std::vector<std::string_view>& names);

}  // namespace hlorank::drawing
