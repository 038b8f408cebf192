// What only some opcodes have and features need, from HloInstructionProto to Details, values as they are.
#pragma once

#include "shared/hlo/module.h"
#include "shared/hlo/proto_instruction.h"

namespace hlorank::hlo::proto {

// Adds a Details to the module when the instruction has any of what is in it; kNone otherwise.
uint32_t readDetails(Module& module, const InstructionProto& fields);

// Appends to Module::integers.
Range keepIntegers(Module& module, const std::vector<int64_t>& values);

}  // namespace hlorank::hlo::proto
