// Explains in words why an instruction costs more or less than its counterpart in another version of the program.
#pragma once

#include <string>

#include "shared/cost/report.h"

namespace hlorank::cost {

// Returns " in a loop of 24 trips (body.3)" for an instruction that is executed several times per run of the program.
// Returns "" for other instructions.
std::string describeLoop(const Report& report, hlo::InstructionId id);

// Describes what a copy, transpose or pad does: "copies f32[8,4]{0,1} to f32[8,4]{1,0}", "transposes …", "pads …".
// Returns "" for other instructions.
std::string describeMove(const hlo::Module& module, hlo::InstructionId id);

// Explains why instruction `after` of `right` costs more (`isIncrease`) or less than its counterpart `before` of
// `left`. Names the first of trip count, padding, shapes, element types, kind of arithmetic, transcendentals, strides,
// moves inside a fusion, layouts, steps on a CPU and bytes that explains the change; else says that it computes more or
// less.
std::string describeChange(const Report& left, hlo::InstructionId before, const Report& right, hlo::InstructionId after,
                           bool isIncrease);

}  // namespace hlorank::cost
