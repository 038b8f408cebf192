// Finds strided access: tensors that an instruction reads or writes in another order than they have in memory.
#pragma once

#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Returns the distance in bytes between neighbouring elements of an array along a dimension. Ignores tiles of the
// layout. O(dimensions).
double strideOf(const hlo::Module& module, hlo::ShapeId array, int64_t dimension);

// Returns a dimension of an array along which neighbouring elements have this distance in bytes, with more than one
// element; -1 if there is none. O(dimensions).
int findDimension(const hlo::Module& module, hlo::ShapeId array, double stride);

// An operand or result that an instruction accesses in another order than its elements have in memory.
struct StridedTensor {
  int operand = 0;  // number of the operand; -1 stands for the result
  // Estimated memory traffic of one execution, in bytes, beyond that of contiguous access: each element takes as many
  // bytes as the stride, at most a cache line (64 bytes), instead of its own size.
  double extraBytes = 0;
  std::string walk;   // innermost dimension of the access, such as "the input features (dimension 1)"
  double stride = 0;  // distance in bytes between neighbouring elements along that dimension
};

// Finds the operands and results that an instruction accesses with a stride:
//   convolution  input and output whose most minor dimension is not the feature dimension
//   elementwise  operands whose most minor dimension is not that of the result; also fusions of only such operations
//   reduce       an operand whose most minor dimension is neither reduced nor the most minor one of the result
// Finds none for other instructions (dot, copy, transpose, …), because they choose their own order of access.
// O(dimensions).
std::vector<StridedTensor> findStridedTensors(const hlo::Module& module, const hlo::Instruction& instruction);

// Returns the sum of StridedTensor::extraBytes over the operands and results of an instruction.
double countStridedBytes(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
