// Determines the role of each dimension in a dot or convolution: batch, contracting, feature and so on.
#pragma once

#include <array>
#include <vector>

#include "shared/graph/program.h"

namespace hlorank::graph {

// Returns the role of each dimension of [0] the output, [1] operand 0 and [2] operand 1. Roles in a dot: batch (the
// first dimensions of the output), contracting, free. Roles in a convolution: batch, feature, spatial; in its kernel
// (operand 1): input feature, output feature, spatial. Three empty lists for other opcodes.
std::array<std::vector<Role>, 3> readDimensionRoles(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::graph
