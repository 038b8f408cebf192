// Strided access: operands whose neighbouring elements in memory are not used one after the other.
#pragma once

#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// An operand or result that an instruction walks through in another order than it has in memory.
struct StridedTensor {
  int operand = 0;        // number of the operand; -1: the result
  double extraBytes = 0;  // estimate for one execution: a cache line of 64 bytes per element, less the element
  std::string walk;       // what the instruction walks along, "the input features (dimension 1)"
  double stride = 0;      // bytes from one element to the next on this walk
};

// Finds the strided operands and results of an instruction:
//   convolution  features that are not minor
//   elementwise  operands with another minor dimension than the result; also parameters of fusions of this kind
//   reduce       operands whose minor dimension is neither reduced nor that of the result
// Other instructions (dot, copy, transpose, …) choose their own order and have none. O(dimensions).
std::vector<StridedTensor> findStridedTensors(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
