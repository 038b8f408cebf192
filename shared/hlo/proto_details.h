// Conversion of opcode-specific fields of HloInstructionProto to Details.
#pragma once

#include "shared/hlo/module.h"
#include "shared/hlo/proto_instruction.h"

namespace hlorank::hlo::proto {

// Adds a Details to the module if the instruction has any of its fields. Returns its index in Module::details; kNone if
// none was added.
uint32_t readDetails(Module& module, const InstructionProto& fields);

// Appends values to Module::integers and returns their range.
Range appendIntegers(Module& module, const std::vector<int64_t>& values);

}  // namespace hlorank::hlo::proto
