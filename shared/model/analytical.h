// The analytical cost model: what each layout costs by fixed formulas, without learning. It is a baseline, the prior
// that a calibrated analytical model scales, and the fallback when no model fits. docs/model.md derives the terms.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/configs/layout_space.h"

namespace hlorank::model {

inline constexpr int kTerms = 4;

// How two neighbouring slots are connected.
enum class Relation : uint8_t {
  kRead,           // one slot is an output, the other an operand that reads it
  kReadAfterOne,   // the same with one elementwise operation between them
  kReadAfterTwo,   // with two
  kReadAfterMore,  // with three to seven
  kReadNext,       // both slots read the same value and are consecutive among that value's slots
  kReadAsWell,     // both slots read the same value, with other slots of it between them
  kApart,          // any other connection
};
inline constexpr int kRelations = 7;

// The cost terms of each row of the layout table, relative to the slot's reference layout, whose terms are all 0
// ([x] is 1 if x holds, else 0):
//   a  w·[the most minor dimension is not the reference's: reading in reference order has runs of 1 element]
//   b  w·([the most minor dimension is not that of row-major order] − the same for the reference)
//   c  w·(fraction of neighbours whose conversion has runs of 1 element − the same for the reference)
//   d  0.1·w·[the layout differs from the reference]
// w = bytes × trip count / (20 GB/s) / estimated program time. The cost of a row is a + b + c; d is only a network
// input. A layout that the file leaves to the compiler counts as the value's own layout in the program.
struct AnalyticalCosts {
  std::vector<std::array<float, kTerms>> terms;  // [rows] a, b, c, d
  // [slots] dense index, below `values`, of the value that the slot lays out: the node's result for an output slot, the
  // operand for an operand slot.
  std::vector<uint32_t> valueOfSlot;
  uint32_t values = 0;
  // Pairs of slots (a < b) connected by a path of at most 7 steps along which dimensions keep their identity; sorted.
  std::vector<std::array<uint32_t, 2>> neighbours;
  std::vector<Relation> relations;  // [neighbours]
};

// Linear in nodes + edges + rows: the search for neighbours around each value is bounded (see neighbours.h).
AnalyticalCosts computeAnalyticalCosts(const graph::Program& program, const configs::Configurations& configurations);

}  // namespace hlorank::model
