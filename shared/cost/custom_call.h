// What is known of the cost of a custom call from its target.
#pragma once

#include <optional>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Whether a custom call is only a note for the partitioner, such as "Sharding". It costs nothing.
bool isAnnotation(const hlo::Module& module, const hlo::Instruction& call);

// Returns the flops of a matrix multiplication by cuBLAS (__cublas$gemm, __cublas$lt$matmul…), from the
// dot_dimension_numbers in its backend_config: two per multiply-add. Returns nothing for other calls.
std::optional<double> countMatmulFlops(const hlo::Module& module, const hlo::Instruction& call);

}  // namespace hlorank::cost
