// Finds strided access: tensors that an instruction does not read or write in the order in which they lie in memory.
#pragma once

#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// An operand or result whose elements an instruction accesses in another order than they have in memory.
struct StridedTensor {
  int operand = 0;        // operand number; -1: the result
  double extraBytes = 0;  // estimated extra memory traffic of one execution: up to a cache line (64 bytes) per element
  std::string walk;       // the dimension that it iterates over innermost: "the input features (dimension 1)"
  double stride = 0;      // bytes between neighbouring elements along that dimension
};

// Finds the strided operands and results of an instruction:
//   convolution  input and output whose most minor dimension is not the feature dimension
//   elementwise  operands whose most minor dimension is not that of the result; also fusions of only such operations
//   reduce       an operand whose most minor dimension is neither reduced nor that of the result
// Other instructions (dot, copy, transpose, …) have no strided tensors: they choose their own order. O(dimensions).
std::vector<StridedTensor> findStridedTensors(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
