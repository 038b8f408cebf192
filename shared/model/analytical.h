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
  kReadNext,       // both are operands reading the same tensor, next to each other among its readers
  kReadAsWell,     // both are operands reading the same tensor, not next to each other among its readers
  kApart,          // connected in any other way
};
inline constexpr int kRelations = 7;

// Cost terms of each row of the layout table: one slot (output or operand whose layout can be chosen) with one layout.
// They are relative to the layout P that the program has there, for which all terms are 0. [x] is 1 if x holds, else 0.
// "Minor" is a layout's most minor dimension of size other than 1.
//   a  w·[minor is not that of P]: reading the tensor in the order of P has contiguous runs of 1 element
//   b  w·([minor is not that of row-major order] − [minor of P is not that of row-major order])
//   c  w·(fraction of neighbouring slots and parameters whose minor does not correspond to the layout's − the same
//      fraction for P)
//   d  0.1·w·[the layout is not P]
// w = bytes × trip count / (20 GB/s) / estimated program time. The cost of a row is a + b + c; d is only a network
// input. A layout that the configuration leaves to the compiler counts as the layout that the program has there.
struct AnalyticalCosts {
  // [rows of the layout table] terms a, b, c, d of each layout of each slot
  std::vector<std::array<float, kTerms>> terms;
  // [slots] Index, below `values`, of the tensor whose layout the slot sets. For an output slot it is the node's
  // result; for an operand slot, the operand. Slots with the same tensor have the same index.
  std::vector<uint32_t> valueOfSlot;
  uint32_t values = 0;  // number of distinct tensors whose layouts slots set
  // Pairs of slots (outputs or operands whose layout can be chosen) that are close in the data flow; smaller index
  // first, sorted. A path of at most 7 operand or user edges connects their tensors, and at least one dimension has a
  // counterpart in every tensor on the path (see neighbours.h).
  std::vector<std::array<uint32_t, 2>> neighbours;
  std::vector<Relation> relations;  // [neighbours] how the two slots of each pair are connected
};

// Computes the cost terms of all layouts and finds the neighbouring slots, which are nearby tensors whose layout can be
// chosen. O(nodes + edges + rows), since neighbours.h bounds the search around each tensor.
AnalyticalCosts computeAnalyticalCosts(const graph::Program& program, const configs::Configurations& configurations);

}  // namespace hlorank::model
