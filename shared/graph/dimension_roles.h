// Determines the role of each dimension in a dot or convolution: batch, contracting, feature and so on.
#pragma once

#include <array>
#include <vector>

#include "shared/graph/program.h"

namespace hlorank::graph {

// Returns the role of each dimension of the output [0], operand 0 [1] and operand 1 [2]. The roles in a dot are batch
// (the first dimensions of the output), contracting and free. The roles in a convolution are batch, feature and
// spatial, but in its kernel (operand 1) input feature, output feature and spatial. Returns three empty lists for other
// opcodes.
std::array<std::vector<Role>, 3> readDimensionRoles(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::graph
