// Classifies opcodes for the simulation of XLA's layout assignment and fusion. A Kind (prepared.h) says how layouts
// pass through an operation.
#pragma once

#include "shared/hlo/opcode.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

Kind kindOf(hlo::Opcode opcode);

// Whether an operation is so expensive that XLA:CPU stores its result instead of computing it again for each reader.
bool isExpensive(hlo::Opcode opcode);

// Whether an operation takes many cycles per element (division, exp, …).
bool isHeavy(hlo::Opcode opcode);

}  // namespace hlorank::simulation
