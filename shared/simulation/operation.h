// Classifies opcodes for the simulation of XLA's layout assignment and fusion. A Kind (prepared.h) says how layouts
// pass through an operation.
#pragma once

#include "shared/hlo/opcode.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

Kind kindOf(hlo::Opcode opcode);

// Whether an operation is so expensive that XLA:CPU stores its result instead of computing it again for each reader.
bool isExpensive(hlo::Opcode opcode);

// Whether XLA:CPU's YNN library has an elementwise operation.
bool isLibraryOperation(hlo::Opcode opcode);

// Whether an operation takes many cycles per element (division, exp, …).
bool isHeavy(hlo::Opcode opcode);

// Whether an operation takes several times as long as an exponential (sine, …).
bool isVeryHeavy(hlo::Opcode opcode);

// Whether XLA moves the operation out of a `while` if it is loop-invariant. It moves others only together with these.
bool isWorthHoisting(hlo::Opcode opcode);

}  // namespace hlorank::simulation
