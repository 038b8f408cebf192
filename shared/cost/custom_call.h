// The target of a custom call, and what it says about the call's cost.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/cost/cost.h"
#include "shared/hlo/module.h"

namespace hlorank::cost {

// Returns the custom_call_target of an instruction without quotation marks; "" if it has none.
std::string_view customCallTarget(const hlo::Module& module, const hlo::Instruction& instruction);

// Returns the backend_config of an instruction from the first occurrence of `key` on; "" if it does not occur.
std::string_view configFrom(const hlo::Module& module, const hlo::Instruction& instruction, std::string_view key);

// Whether a custom call is only a note for the partitioner, such as "Sharding". It costs nothing.
bool isAnnotation(const hlo::Module& module, const hlo::Instruction& call);

// Returns the cost of a call of a library whose operation is known, without bytes (flops: two per multiply-add);
// nothing for other calls:
//   __cublas$gemm, __cublas$lt$matmul…   matrix multiplication by the dot_dimension_numbers of the backend_config
//   __cudnn$convForward, __cudnn$convBiasActivationForward…   convolution of operands 0 and 1
//   __cudnn$convBackwardInput, __cudnn$convBackwardFilter     gradient; as many flops as the forward convolution, whose
//                                                             window and dim_labels the call has
//   __cudnn$fmha…   attention of operand 0, with scores of the intermediate_tensor_shape of the backend_config; two
//                   multiplications, or five of a gradient, and one exponential per score. Scores that a causal mask or
//                   a sliding window hides do not count, those hidden by padding do
std::optional<Cost> countLibraryWork(const hlo::Module& module, const hlo::Instruction& call);

// Returns what shows that a module was compiled for a GPU, such as "it calls __cublas$gemm"; "" if nothing does.
std::string findGpuSign(const hlo::Module& module);

}  // namespace hlorank::cost
