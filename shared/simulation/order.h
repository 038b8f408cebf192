// Represents the order of an array's dimensions in memory (its layout). Converts between the order of an operation's
// operand and the corresponding order of its result.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace hlorank::simulation {

inline constexpr size_t kMaxRank = 15;  // arrays of higher rank are not simulated

// The order of an array's dimensions in memory: all dimension numbers from minor to major. Unset by default.
struct Order {
  static constexpr uint8_t kUnset = 255;
  uint8_t rank = kUnset;
  std::array<uint8_t, kMaxRank> dimensions{};  // entries from `rank` on are 0

  bool isSet() const { return rank != kUnset; }
  std::span<const uint8_t> list() const { return {dimensions.data(), isSet() ? rank : size_t{0}}; }
  void append(size_t dimension) { dimensions[rank++] = static_cast<uint8_t>(dimension); }
  friend bool operator==(const Order&, const Order&) = default;
};

using Sizes = std::span<const int64_t>;          // [rank] size of each dimension
using DimensionList = std::span<const uint8_t>;  // [rank] one dimension number per dimension

// Returns the row-major order: the last dimension is the most minor one.
Order rowMajor(size_t rank);

// Whether two dimension orders store an array's elements in the same sequence. The positions of dimensions of size 1 do
// not matter.
bool sameInMemory(Sizes sizes, const Order& a, const Order& b);
// Whether a dimension order stores an array's elements in the same sequence as row-major order.
bool isRowMajor(Sizes sizes, const Order& order);

// Returns the dimension order of a reshape's result that makes the reshape a bitcast, which moves no data. Returns an
// unset order if there is none. `from` and `order` are the sizes and the dimension order of the operand. `to` has the
// sizes of the result. Dimensions of size 1 become the most major ones. O(rank).
Order reshaped(Sizes from, Sizes to, const Order& order);

// Returns the dimension order of a transpose's result that makes the transpose a bitcast of an operand with dimension
// order `operand`. Dimension i of the result is dimension `permutation[i]` of the operand.
Order resultOfTranspose(DimensionList permutation, const Order& operand);

// Returns the dimension order of a broadcast's operand that matches the dimension order `result` of the broadcast's
// result. It is `result` without the dimensions that the operand lacks. Dimension i of the operand is dimension
// `positions[i]` of the result.
Order operandOfBroadcast(DimensionList positions, const Order& result);

}  // namespace hlorank::simulation
