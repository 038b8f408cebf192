// Converts the opcode-specific fields of HloInstructionProto, such as windows, to Details.
#pragma once

#include "shared/hlo/module.h"
#include "shared/hlo/proto_instruction.h"

namespace hlorank::hlo::proto {

// Adds the opcode-specific fields of an instruction to the module, if it has any. Returns their index in
// Module::details, or kNone if there are none.
uint32_t readDetails(Module& module, const InstructionProto& fields);

// Appends values to Module::integers and returns their range.
Range appendIntegers(Module& module, const std::vector<int64_t>& values);

}  // namespace hlorank::hlo::proto
