// h2: what a layout costs by the analytical model, without learning. It is the baseline, the prior the network
// multiplies, and the fallback for programs no model fits. See docs/model.md for the definition and where each term
// comes from.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/configs/layout_space.h"

namespace hlorank::model {

inline constexpr int kTerms = 4;

// How two neighbouring slots hang together.
enum class Relation : uint8_t {
  kRead,          // one writes what the other reads
  kReadAfterOne,  // and so many elementwise operations in between
  kReadAfterTwo,
  kReadAfterMore,
  kReadNext,    // both read the same value, one after the other
  kReadAsWell,  // both read the same value, others in between
  kApart,
};
inline constexpr int kRelations = 7;

// The terms of every row of the table, relative to the slot's reference layout (whose terms are all 0):
//   a  w·[contiguous run 1 when read against the reference order]
//   b  w·([run 1 against row-major] − the same for the reference)
//   c  w·(share of neighbours that need a run-1 conversion − the same for the reference)
//   d  .1·w·[changed]
// with w = bytes × trip count / (20 GB/s) / estimated program time. h2 of a row = a + b + c. A layout that a file
// leaves to the compiler counts as the value's own.
struct AnalyticalCosts {
  std::vector<std::array<float, kTerms>> terms;  // [rows]
  std::vector<uint32_t> valueOfSlot;  // [slots] dense index of the value whose layout the slot sets: the node's own
                                      // result for an output, the operand's for an operand
  uint32_t values = 0;
  std::vector<std::array<uint32_t, 2>>
      neighbours;  // pairs of slots (a < b) joined by an order-carrying path of at most 7 steps; sorted
  std::vector<Relation> relations;  // [neighbours]
};

// Cost: linear in nodes + edges + rows; what is looked at around a value is bounded (see neighbours.h).
AnalyticalCosts computeAnalyticalCosts(const graph::Program& program, const configs::Configurations& configurations);

}  // namespace hlorank::model
