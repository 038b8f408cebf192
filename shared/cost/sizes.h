// Sizes of shapes in elements and bytes, as XLA's cost analysis counts them. All are doubles, at most kLargestCount:
// they do not overflow, and products of two are finite.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

inline constexpr double kLargestCount = 1e100;

// Number of elements of an array; 0 for other shapes and for arrays with an unbounded dimension.
double countElements(const hlo::Module& module, hlo::ShapeId shape);
// Sums over all arrays in a shape. O(parts of the shape), at most kMostParts.
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

// Bytes and elements of all that is not a tuple in a shape, without tables of pointers.
struct Contents {
  double bytes = 0, elements = 0;
};

// Computes the contents of shapes, each once.
class ContentsTable {
 public:
  explicit ContentsTable(const hlo::Module& module)
      : module_(module), contents_(module.shapes.size()), isKnown_(module.shapes.size()) {}

  // O(1) amortized over shapes and their elements, however often one shape contains another.
  const Contents& of(hlo::ShapeId shape);

 private:
  const hlo::Module& module_;
  std::vector<Contents> contents_;  // [shapes]
  std::vector<bool> isKnown_;       // [shapes]
};

// Parses a list of integers as written in HLO text, "{1,2,3}" or "1,2,3"; stops at the first thing that is no integer.
std::vector<int64_t> parseIntegers(std::string_view text);
// Parses an integer, with an optional sign; nullopt for anything else or beyond 18 digits.
std::optional<int64_t> parseInteger(std::string_view text);

}  // namespace hlorank::cost
