// The memory order of an array (its layout), and which order of an operand corresponds to an order of the result, and
// vice versa.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace hlorank::simulation {

inline constexpr size_t kMaxRank = 15;  // arrays of higher rank are not simulated

// All dimension numbers of an array, from minor to major. Unset by default.
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
using DimensionList = std::span<const uint8_t>;  // [rank] a dimension number per dimension

// Returns the row-major order: the last dimension is the most minor one.
Order rowMajor(size_t rank);

// Whether two orders of an array give the same memory order: they are equal without dimensions of size 1.
bool sameInMemory(Sizes sizes, const Order& a, const Order& b);
// Whether an order gives the same memory order as the row-major one.
bool isRowMajor(Sizes sizes, const Order& order);

// Returns the order of the result (sizes `to`) that makes the reshape of an array (sizes `from`, stored in `order`) a
// bitcast; unset if there is none. Dimensions of size 1 become the most major. O(rank).
Order reshaped(Sizes from, Sizes to, const Order& order);

// Returns the corresponding order of a transpose's result. Dimension i of the result is dimension `permutation[i]` of
// the operand.
Order resultOfTranspose(DimensionList permutation, const Order& operand);

// Returns the corresponding order of a broadcast's operand: that of the result without the dimensions that the operand
// lacks. Dimension i of the operand is dimension `positions[i]` of the result.
Order operandOfBroadcast(DimensionList positions, const Order& result);

}  // namespace hlorank::simulation
