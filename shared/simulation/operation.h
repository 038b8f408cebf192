// How the simulation treats each opcode.
#pragma once

#include "shared/hlo/opcode.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

Kind kindOf(hlo::Opcode opcode);

// Whether XLA:CPU rather stores the results than computes them once per reader.
bool isExpensive(hlo::Opcode opcode);

// Whether the operation takes many cycles an element.
bool isHeavy(hlo::Opcode opcode);

}  // namespace hlorank::simulation
