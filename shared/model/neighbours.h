// Finds the tensors near a tensor whose dimensions correspond to its own: laying them out in the same order avoids
// copies.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"

namespace hlorank::model {

// For each dimension of the start value, the corresponding dimension of the reached value; -1 if it has none there.
using DimensionMap = std::array<int8_t, configs::kMaxRank>;

// A value that a search has found.
struct Reached {
  uint32_t node;
  uint8_t steps;  // edges from the start value
  bool upstream;  // the path only follows operands of elementwise operations
  DimensionMap map;
};

inline constexpr int kMaxSteps = 7;
inline constexpr size_t kMaxReachable = 512;       // values found around one value, nearest first
inline constexpr size_t kMaxEdgesWalked = 4096;    // edges followed in one search
inline constexpr size_t kMaxSlotsAround = 64;      // neighbouring slots and parameters of one slot, nearest first
inline constexpr size_t kMaxSlotsExamined = 1024;  // slots examined to find them

// Breadth-first searches around values of one program, which must outlive this object.
class Surroundings {
 public:
  explicit Surroundings(const graph::Program& program);

  // Returns the value itself (0 steps) and the values within 7 steps along operands and users, through elementwise
  // operations, transpose, broadcast, reduce, slice, pad and concatenate: breadth first, users before operands, each
  // node once. A path ends where no dimension corresponds. Bounded by the constants above. Valid until the next call.
  const std::vector<Reached>& around(uint32_t value);

  // Maps the dimensions of `operand` to those of the result of its user `node`. False if no dimension corresponds.
  bool carries(uint32_t node, uint32_t operand, DimensionMap& toResult) const;

 private:
  const graph::Program& program_;
  std::vector<uint8_t> ranks_, seen_;  // [nodes]
  std::vector<Reached> found_;
};

}  // namespace hlorank::model
