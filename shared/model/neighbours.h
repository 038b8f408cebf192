// Finds, for a value (the tensor that a node computes), the values nearby in the data flow whose dimensions correspond
// to its own, for example for the input of a transpose its result. If both are laid out in corresponding orders, no
// copy is needed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"

namespace hlorank::model {

// A map from the dimension numbers of one tensor to the corresponding ones of another; -1: no counterpart.
using DimensionMap = std::array<int8_t, configs::kMaxRank>;

// A value that the search around a start value has found.
struct Reached {
  uint32_t node;
  uint8_t steps;     // edges of the path from the start value
  bool upstream;     // every edge of the path leads from an elementwise operation to one of its operands
  DimensionMap map;  // from the dimensions of the start value to those of this value
};

// Limits of one search, which keep its cost constant. A slot is a tensor whose layout can be chosen.
inline constexpr int kMaxSteps = 7;                // edges from the start value
inline constexpr size_t kMaxReachable = 512;       // values found around one value, nearest first
inline constexpr size_t kMaxEdgesWalked = 4096;    // edges followed in one search
inline constexpr size_t kMaxSlotsAround = 64;      // neighbouring slots and parameters of one slot, nearest first
inline constexpr size_t kMaxSlotsExamined = 1024;  // slots examined to find the neighbours of one slot

// Breadth-first searches around values of one program, which must outlive this object.
class Surroundings {
 public:
  explicit Surroundings(const graph::Program& program);

  // Searches the values around `value`. Returns `value` itself (0 steps), then the values within kMaxSteps edges along
  // operands and users, through elementwise operations, transpose, broadcast, reduce, slice, pad and concatenate;
  // breadth first, each node once. A path ends where no dimension corresponds. At most kMaxReachable values. Valid
  // until the next call.
  const std::vector<Reached>& around(uint32_t value);

  // Sets `toResult` to the map from the dimensions of `operand` to those of the result of its user `node`. Returns
  // whether the operation has such a correspondence; if not, `toResult` is unspecified.
  bool carries(uint32_t node, uint32_t operand, DimensionMap& toResult) const;

 private:
  const graph::Program& program_;
  std::vector<uint8_t> ranks_, seen_;  // [nodes] rank of the result, at most kMaxRank; 1: found by the current search
  std::vector<Reached> found_;
};

}  // namespace hlorank::model
