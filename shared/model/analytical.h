// The analytical cost model: what each layout of a slot (the output or an operand of a configurable instruction) costs
// by fixed formulas, without learning. It is a baseline, the prior that a calibrated analytical model scales, and the
// fallback when no model fits. docs/model.md derives the terms.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/configs/layout_space.h"

namespace hlorank::model {

inline constexpr int kTerms = 4;  // the cost terms a, b, c and d of AnalyticalCosts

// How two neighbouring slots (outputs or operands of configurable instructions) are connected in the data flow.
enum class Relation : uint8_t {
  kRead,           // one slot is an output, the other an operand that reads it
  kReadAfterOne,   // an operand reads an output through one elementwise operation
  kReadAfterTwo,   // an operand reads an output through two elementwise operations
  kReadAfterMore,  // an operand reads an output through three to seven elementwise operations
  kReadNext,       // both are operands that read the same value and follow each other among that value's slots
  kReadAsWell,     // both are operands that read the same value, with other slots of that value between them
  kApart,          // connected in any other way
};
inline constexpr int kRelations = 7;

// The cost terms of each row (a slot with one of its layouts), relative to the slot's program layout P (the layout
// written in the program), whose terms are all 0. [x] is 1 if x holds, else 0. "Minor" is a layout's most minor
// dimension of size other than 1.
//   a  w·[minor is not that of P]: reading the tensor in the order of P has contiguous runs of 1 element
//   b  w·([minor is not that of row-major order] − [minor of P is not that of row-major order])
//   c  w·(fraction of neighbouring slots and parameters whose minor does not correspond to the layout's − the same
//      fraction for P)
//   d  0.1·w·[the layout is not P]
// w = bytes × trip count / (20 GB/s) / estimated program time. The cost of a row is a + b + c; d is only a network
// input. A layout that the configuration leaves to the compiler counts as the value's layout in the program.
struct AnalyticalCosts {
  std::vector<std::array<float, kTerms>> terms;  // [rows of the layout table] a, b, c, d
  // [slots] dense index, below `values`, of the value that the slot lays out: the node's result for an output slot, the
  // operand for an operand slot.
  std::vector<uint32_t> valueOfSlot;
  uint32_t values = 0;  // number of distinct values that slots lay out
  // Pairs of neighbouring slots, smaller index first; sorted. A path of at most 7 operand or user edges connects their
  // values, and at least one dimension has a counterpart in every tensor along the path (see neighbours.h).
  std::vector<std::array<uint32_t, 2>> neighbours;
  std::vector<Relation> relations;  // [neighbours] how the two slots of each pair are connected
};

// Computes the cost terms of all rows and finds the neighbouring slots. O(nodes + edges + rows): neighbours.h bounds
// the search around each value.
AnalyticalCosts computeAnalyticalCosts(const graph::Program& program, const configs::Configurations& configurations);

}  // namespace hlorank::model
