// Physical layouts: which reshapes, transposes and copies move no data.
#pragma once

#include <span>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Whether an array is laid out so that `instruction`, a copy, bitcast, reshape or transpose of one operand, moves no
// data: every element keeps its place. False for other instructions, without layouts, and when tiles or memory spaces
// differ.
bool keepsPlaces(const hlo::Module& module, const hlo::Instruction& instruction);

// Whether a transpose is a bitcast by XLA's rule (ShapeUtil::TransposeIsBitcast): the layouts are the same after the
// permutation, dimensions of size 1 included. False for other instructions.
bool isBitcastTranspose(const hlo::Module& module, const hlo::Instruction& instruction);

// The most minor dimension whose size is not 1; -1 if there is none or no layout.
int findMinorDimension(const hlo::Module& module, hlo::ShapeId shape);

}  // namespace hlorank::cost
