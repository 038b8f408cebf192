// How long loops take that XLA:CPU does not vectorise.
#pragma once

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Returns the steps of scalar loops (Arithmetic::kScalar) of one execution of an instruction on XLA:CPU; 0 if its loops
// are vectorised and evaluate functions no slower than exp. docs/cost.md has the steps. O(instructions of a fusion).
double countScalarSteps(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
