// Sizes of shapes in elements and bytes, as XLA's cost analysis counts them. All are doubles: they do not overflow.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Number of elements of an array; 0 for other shapes and for arrays with an unbounded dimension.
double countElements(const hlo::Module& module, hlo::ShapeId shape);
// Sums countElements over all arrays in a shape. O(parts of the shape).
double countElementsInside(const hlo::Module& module, hlo::ShapeId shape);

// Bytes of a shape, without the padding of tiles. Arrays: elements × bytes of one (narrow types take a byte unless the
// layout says E(bits)), plus 4 bytes per dimension if one is dynamic. Tuples: 8 per element, the table of pointers.
// Opaque values: 8. Tokens: 0. As xla::cpu::CpuExecutable::ShapeSizeBytes.
double countBytes(const hlo::Module& module, hlo::ShapeId shape);

// Bytes of the result of an instruction: as countBytes, but a constant is stored without the E(bits) of its layout.
double countResultBytes(const hlo::Module& module, const hlo::Instruction& instruction);

// Returns the shapes inside `shape` that are not tuples, in order. Stops after `most` parts, tuples included: a short
// text can name a shape of exponentially many.
inline constexpr size_t kMostParts = 1 << 16;
std::vector<hlo::ShapeId> listLeaves(const hlo::Module& module, hlo::ShapeId shape, size_t most = kMostParts);

// Parses a list of integers as written in HLO text, "{1,2,3}" or "1,2,3"; stops at the first thing that is no integer.
std::vector<int64_t> parseIntegers(std::string_view text);
// Parses an integer, with an optional sign; nullopt for anything else or beyond 18 digits.
std::optional<int64_t> parseInteger(std::string_view text);

}  // namespace hlorank::cost
