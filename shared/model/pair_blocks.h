// A pair entry is a number for two layouts of neighbouring slots (a slot is a tensor whose layout can be chosen). The
// order of pair entries in Tables::pairs and in every network input with one number per pair entry: for each pair of
// neighbouring slots {a, b}, in the order of AnalyticalCosts::neighbours, one row-major block [layouts of slot a,
// layouts of slot b].
#pragma once

#include <cstddef>
#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

// The pair entries of two neighbouring slots.
struct PairBlock {
  uint32_t a, b;          // the two slots
  uint32_t rowsA, rowsB;  // number of layouts of each slot
  size_t begin;           // index of the block's first entry among all pair entries

  size_t entries() const { return size_t{rowsA} * rowsB; }
  // Returns the index of the pair entry for layout number `choiceA` of slot a and number `choiceB` of slot b.
  size_t entry(uint8_t choiceA, uint8_t choiceB) const { return begin + size_t{choiceA} * rowsB + choiceB; }
};

// Returns one block per pair of neighbouring slots, [AnalyticalCosts::neighbours].
std::vector<PairBlock> pairBlocks(const configs::LayoutTable& table, const AnalyticalCosts& analytical);

// Returns the total number of pair entries in consecutive blocks.
size_t entriesOf(const std::vector<PairBlock>& blocks);

}  // namespace hlorank::model
