// Finds which kind of arithmetic (cost.h) an instruction does. The kind decides which peak rate of a machine applies.
#pragma once

#include <string_view>

#include "shared/cost/cost.h"
#include "shared/hlo/module.h"

namespace hlorank::cost {

// Returns the name of a kind in JSON, such as "matrix32High".
std::string_view name(Arithmetic kind);
// Describes a kind for readers, such as "f32 matrix products of high precision".
std::string_view describe(Arithmetic kind);

// Returns how many operations a cost has for each of its FLOPs: the passes of the algorithm that multiplies, or
// what slownessOnCpu returns, which may be more than kMostPasses. 1 without FLOPs.
double countPasses(const Cost& cost);
inline constexpr double kMostPasses = 9;  // of an algorithm of matrix products

// Counts all flops of a cost as vector operations: 64-bit ones if the result or an operand has 64-bit elements.
// O(operands).
Cost withVectorOperations(Cost cost, const hlo::Module& module, const hlo::Instruction& instruction);

// Counts all flops of a cost as matrix products: those of a dot, a convolution, or a call of cuBLAS or cuDNN. The kind
// follows from the first two operands, and from the attributes `algorithm` and `operand_precision`, or those in the
// backend_config of a call. O(length of the attributes).
Cost withMatrixOperations(Cost cost, const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
