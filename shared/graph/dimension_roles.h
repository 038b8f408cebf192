// What each dimension of a dot's or convolution's tensors does.
#pragma once

#include <array>
#include <vector>

#include "shared/graph/program.h"

namespace hlorank::graph {

// Per dimension of output, operand 0 and operand 1. Dot: batch and contracting as its attributes say, all others free;
// the output has batch dimensions, then free ones. Convolution: batch, feature and spatial; the kernel's are input
// feature, output feature and spatial. Empty lists for other opcodes.
std::array<std::vector<Role>, 3> dimensionRoles(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::graph
