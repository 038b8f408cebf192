// The analytical cost model: estimates by fixed formulas, without learning, what each layout of a tensor costs. It is a
// baseline, the prior that the calibrated analytical model scales, and the fallback when no learned model fits the
// program. docs/model.md derives the formulas.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/configs/layout_space.h"

namespace hlorank::model {

inline constexpr int kTerms = 4;  // number of cost terms: a, b, c and d of AnalyticalCosts

// How two nearby tensors whose layouts can be chosen (outputs or operands of instructions) are connected in the data
// flow.
enum class Relation : uint8_t {
  kRead,           // one tensor is an output, the other is an operand that reads it
  kReadAfterOne,   // an operand reads an output through one elementwise operation
  kReadAfterTwo,   // an operand reads an output through two elementwise operations
  kReadAfterMore,  // an operand reads an output through three to seven elementwise operations
  kReadNext,       // both are operands that read the same tensor, adjacent among its readers
  kReadAsWell,     // both are operands that read the same tensor, not adjacent among its readers
  kApart,          // connected in any other way
};
inline constexpr int kRelations = 7;

// Cost terms of each row of the layout table. A row is one slot (output or operand whose layout can be chosen) with one
// layout. The terms are relative to the layout P that the program writes there, whose terms are 0. [x] is 1 if x holds,
// else 0. "Minor" is a layout's most minor dimension of size other than 1.
//   a  w·[minor is not that of P]: reading the tensor in the order of P has contiguous runs of 1 element
//   b  w·([minor is not that of row-major order] − [minor of P is not that of row-major order])
//   c  w·(fraction of neighbouring slots and parameters whose minor does not correspond to the layout's − the same
//   fraction for P)
//   d  0.1·w·[the layout is not P]
// w = bytes × trip count / (20 GB/s) / estimated program time. The cost of a row is a + b + c; d is only a network
// input. A layout that the configuration leaves to the compiler counts as P.
struct AnalyticalCosts {
  // [rows of the layout table] Terms a, b, c and d of each slot with each of its layouts.
  std::vector<std::array<float, kTerms>> terms;
  // [slots] Index, below `values`, of the tensor whose layout the slot sets. For an output, that is the node's result;
  // for an operand, the operand. Slots with the same tensor have the same index.
  std::vector<uint32_t> valueOfSlot;
  uint32_t values = 0;  // number of distinct tensors of all slots (outputs and operands whose layout can be chosen)
  // Pairs of slots (outputs or operands whose layout can be chosen) that are close in the data flow. Each pair has the
  // smaller index first, and the pairs are sorted. A path of at most 7 operand or user edges connects the tensors of a
  // pair. At least one dimension has a counterpart in every tensor on the path (see neighbours.h).
  std::vector<std::array<uint32_t, 2>> neighbours;
  std::vector<Relation> relations;  // [neighbours] how the two slots of each pair are connected
};

// Computes the cost terms of all layouts and finds pairs of neighbouring slots, which are nearby tensors whose layout
// can be chosen. O(nodes + edges + rows), because neighbours.h bounds the search around each tensor.
AnalyticalCosts computeAnalyticalCosts(const graph::Program& program, const configs::Configurations& configurations);

}  // namespace hlorank::model
