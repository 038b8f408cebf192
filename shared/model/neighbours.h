// Finds the tensors near a given tensor in the data flow whose dimensions correspond to its own, for example from the
// input of a transpose its result. If two such tensors have corresponding layouts, no copy is needed between them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"

namespace hlorank::model {

// Maps the dimension numbers of one tensor to the corresponding dimension numbers of another. -1 means that a dimension
// has no counterpart.
using DimensionMap = std::array<int8_t, configs::kMaxRank>;

// A tensor (result of a node) found by the search around a start tensor.
struct Reached {
  uint32_t node;
  uint8_t steps;  // number of edges on the path from the start tensor
  // Whether every edge on the path leads from an elementwise operation to one of its operands.
  bool upstream;
  DimensionMap map;  // maps dimensions of the start tensor to dimensions of this tensor
};

// Limits of the search around one tensor, so that the cost of a search is bounded. A slot is an output or operand whose
// layout can be chosen.
inline constexpr int kMaxSteps = 7;           // longest path from the start tensor, in edges
inline constexpr size_t kMaxReachable = 512;  // limit of the number of tensors found around one tensor, nearest first
inline constexpr size_t kMaxEdgesWalked = 4096;  // limit of the number of edges followed in one search
// Limit of the number of neighbours (slots and parameters) of one slot, nearest first.
inline constexpr size_t kMaxSlotsAround = 64;
// Limit of the number of slots examined to find the neighbours of one slot.
inline constexpr size_t kMaxSlotsExamined = 1024;

// Breadth-first searches around the tensors of one program, which must outlive this object.
class Surroundings {
 public:
  explicit Surroundings(const graph::Program& program);

  // Returns `value` itself (0 steps), then nearby tensors whose dimensions correspond to those of `value`, in
  // breadth-first order, each once. Follows at most kMaxSteps edges along operands and users, through elementwise
  // operations, transpose, broadcast, reduce, slice, pad and concatenate. Returns at most kMaxReachable tensors. The
  // result is valid until the next call.
  const std::vector<Reached>& around(uint32_t value);

  // Sets `toResult` to the map from the dimensions of `operand` to the dimensions of the result of `node`, which reads
  // it. Returns whether any dimensions correspond. If none do, `toResult` is unspecified.
  bool carries(uint32_t node, uint32_t operand, DimensionMap& toResult) const;

 private:
  const graph::Program& program_;
  // [nodes] ranks_: number of dimensions of the node's result, at most kMaxRank. seen_: 1 if the current search has
  // reached the node.
  std::vector<uint8_t> ranks_, seen_;
  std::vector<Reached> found_;
};

}  // namespace hlorank::model
