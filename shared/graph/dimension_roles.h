// Determines the role (batch, contracting, …) of each dimension of a dot's or convolution's tensors.
#pragma once

#include <array>
#include <vector>

#include "shared/graph/program.h"

namespace hlorank::graph {

// Returns the role of each dimension of [0] the output, [1] operand 0 and [2] operand 1. Dot: batch (the first
// dimensions of the output), contracting, free. Convolution: batch, feature, spatial; its kernel (operand 1): input
// feature, output feature, spatial. Other opcodes: three empty lists.
std::array<std::vector<Role>, 3> readDimensionRoles(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::graph
