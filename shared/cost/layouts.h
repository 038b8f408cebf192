// Decides from layouts which copies, reshapes and transposes move no data.
#pragma once

#include <span>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Whether the layout of a shape has tiles. Only modules compiled for a TPU have such layouts.
bool hasTiles(const hlo::Shape& shape);

// Whether the dimensions of two shapes have the same order in memory.
bool haveSameOrder(const hlo::Module& module, const hlo::Shape& a, const hlo::Shape& b);

// Returns the shape of what an instruction computes: its own shape, or, of a copy-start, that of the copy.
hlo::ShapeId resultShape(const hlo::Module& module, const hlo::Instruction& instruction);

// Whether a copy, copy-start, bitcast, reshape or transpose moves no data because its layouts leave every element at
// the same position in memory. False for other opcodes, for shapes without a layout, and if tiles or memory spaces
// differ.
bool keepsPlaces(const hlo::Module& module, const hlo::Instruction& instruction);

// Whether a copy or copy-start, which moves data, changes the order of the dimensions in memory or the tiles, and not
// only the memory space.
bool reordersCopy(const hlo::Module& module, const hlo::Instruction& copy);

// Whether a transpose is a bitcast by XLA's rule, ShapeUtil::TransposeIsBitcast. The rule: the operand's layout,
// permuted like the dimensions, equals the result's layout, including dimensions of size 1. False for other opcodes.
bool isBitcastTranspose(const hlo::Module& module, const hlo::Instruction& instruction);

// Returns the number of the most minor dimension whose size is not 1. Returns -1 if there is none or if the shape has
// no layout.
int findMinorDimension(const hlo::Module& module, hlo::ShapeId shape);

}  // namespace hlorank::cost
