// Says in words why an instruction costs more than its counterpart.
#pragma once

#include <string>

#include "shared/cost/report.h"

namespace hlorank::cost {

// " in a loop of 24 trips (body.3)" for an instruction that runs several times; empty for others.
std::string describeLoop(const Report& report, hlo::InstructionId id);

// What a new instruction does: "copies f32[8,4]{0,1} to f32[8,4]{1,0}", "transposes …", "pads …"; empty for others.
std::string describeMove(const hlo::Module& module, hlo::InstructionId id);

// Why `after`, the counterpart of `before`, costs more: the first that applies of trip count, padding, shape, layout,
// strides and bytes. "changed" if none does.
std::string describeIncrease(const Report& left, hlo::InstructionId before, const Report& right,
                             hlo::InstructionId after);

}  // namespace hlorank::cost
