// The target of a custom call, and what it says about the call's cost.
#pragma once

#include <optional>
#include <string_view>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Returns the custom_call_target of an instruction without quotation marks; "" if it has none.
std::string_view customCallTarget(const hlo::Module& module, const hlo::Instruction& instruction);

// Whether a custom call is only a note for the partitioner, such as "Sharding". It costs nothing.
bool isAnnotation(const hlo::Module& module, const hlo::Instruction& call);

// Returns the flops of a matrix multiplication by cuBLAS (__cublas$gemm, __cublas$lt$matmul…), from the
// dot_dimension_numbers in its backend_config: two per multiply-add. Returns nothing for other calls.
std::optional<double> countMatmulFlops(const hlo::Module& module, const hlo::Instruction& call);

}  // namespace hlorank::cost
