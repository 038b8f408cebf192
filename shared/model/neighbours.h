// Which tensors lie around a tensor so that an order of dimensions carries over: whoever lays them out alike avoids a
// copy.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"

namespace hlorank::model {

// For each dimension of the value the walk began at, the dimension of the reached value that it is; -1 where it is
// lost.
using DimensionMap = std::array<int8_t, configs::kMaxRank>;

struct Reached {
  uint32_t node;
  uint8_t steps;
  bool upstream;  // along operands alone, through elementwise operations
  DimensionMap map;
};

inline constexpr int kMaxSteps = 7;
inline constexpr size_t kMaxReachable = 512;     // values around one value, nearest first
inline constexpr size_t kMaxEdgesWalked = 4096;  // of one walk
inline constexpr size_t kMaxSlotsAround = 64;    // slots and parameters counted for one slot, nearest first
inline constexpr size_t kMaxSlotsLooked = 1024;  // slots looked at to find them

// Walks around values of one program. The program must outlive it.
class Surroundings {
 public:
  explicit Surroundings(const graph::Program& program);

  // The value itself (0 steps) and those within 7 steps along operands and users, through elementwise operations,
  // transpose, broadcast, reduce, slice, pad and concatenate; breadth first, users before operands, each node once. A
  // path ends where no dimension carries over. Bounded by the constants above. Valid until the next call.
  const std::vector<Reached>& around(uint32_t value);

  // Whether any dimension of `operand` continues in the result of `node`, its user, and where.
  bool carries(uint32_t node, uint32_t operand, DimensionMap& toResult) const;

 private:
  const graph::Program& program_;
  std::vector<uint8_t> ranks_, seen_;  // [nodes]
  std::vector<Reached> found_;
};

}  // namespace hlorank::model
