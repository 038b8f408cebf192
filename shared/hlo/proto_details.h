// Conversion of opcode-specific fields of HloInstructionProto to Details.
#pragma once

#include "shared/hlo/module.h"
#include "shared/hlo/proto_instruction.h"

namespace hlorank::hlo::proto {

// Adds a Details to the module when the instruction has any of its fields; returns its index, or kNone.
uint32_t readDetails(Module& module, const InstructionProto& fields);

// Appends values to Module::integers.
Range appendIntegers(Module& module, const std::vector<int64_t>& values);

}  // namespace hlorank::hlo::proto
