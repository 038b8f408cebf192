// Sizes of shapes in elements and bytes, as XLA's cost analysis counts them. Sizes are doubles up to kLargestCount, so
// that the product of any two is finite.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

inline constexpr double kLargestCount = 1e100;

// Returns the number of elements of an array. Returns 0 for other shapes and for an array with an unbounded dimension.
double countElements(const hlo::Module& module, hlo::ShapeId shape);
// Returns the number of elements of all arrays in a shape, which may be a nested tuple. Counts nested tuples and arrays
// and stops after kMostParts of them (see listLeaves). O(shapes visited).
double countElementsInside(const hlo::Module& module, hlo::ShapeId shape);

// Returns the number of elements of an array, or of the first array in a tuple; 0 if there is none. Visits at most 64
// shapes.
double countFirstArray(const hlo::Module& module, hlo::ShapeId shape);

// Returns the size of a dimension of an array; 0 if it is unbounded or the array does not have it.
double sizeAt(const hlo::Module& module, hlo::ShapeId array, int64_t dimension);
// Returns the product of the sizes of dimensions of an array, as sizeAt returns them. Leaves out dimensions that the
// array does not have.
double multiplySizes(const hlo::Module& module, hlo::ShapeId array, std::span<const int64_t> dimensions);

// Returns the bytes of a shape, without the padding of tiles, as xla::cpu::CpuExecutable::ShapeSizeBytes does. An array
// has elements × bytes per element, plus 4 bytes per dimension if one is dynamic. Types narrower than a byte take a
// byte unless the layout has E(bits). A tuple has 8 bytes per element, its table of pointers. An opaque has 8 bytes, a
// token 0.
double countBytes(const hlo::Module& module, hlo::ShapeId shape);

// Returns the bytes of an instruction's result as countBytes does, but ignores E(bits) in the layout of a constant.
double countResultBytes(const hlo::Module& module, const hlo::Instruction& instruction);

// listLeaves returns the shapes in a nested tuple that are not tuples themselves, in order. It visits at most
// kMostParts shapes, nested tuples included. The limit is needed because a tuple can contain another tuple many times,
// so that the number of shapes grows exponentially with the length of the text.
inline constexpr size_t kMostParts = 1 << 16;
std::vector<hlo::ShapeId> listLeaves(const hlo::Module& module, hlo::ShapeId shape, size_t most = kMostParts);

// Total bytes and elements of the arrays and other non-tuple shapes inside a shape. The tables of pointers of tuples do
// not count.
struct Contents {
  double bytes = 0, elements = 0;
};

// Computes the total bytes and elements of shapes, and caches them.
class ContentsTable {
 public:
  explicit ContentsTable(const hlo::Module& module)
      : module_(module), contents_(module.shapes.size()), isKnown_(module.shapes.size()) {}

  // Returns the total bytes and elements of a shape. Takes amortized O(1), even if tuples are nested many times.
  const Contents& of(hlo::ShapeId shape);

 private:
  const hlo::Module& module_;
  std::vector<Contents> contents_;  // [shapes] bytes and elements of each shape
  std::vector<bool> isKnown_;       // [shapes] whether contents_ is already computed
};

// Parses a list of integers as in HLO text, "{1,2,3}" or "1,2,3". Stops at the first entry that is not an integer.
std::vector<int64_t> parseIntegers(std::string_view text);
// Parses an integer with an optional sign. Returns nullopt if `text` is anything else or has more than 18 digits.
std::optional<int64_t> parseInteger(std::string_view text);

}  // namespace hlorank::cost
