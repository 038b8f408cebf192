// The memory layout of pair entries, in Tables::pairs and in every input with one number per entry: one row-major block
// [rows of slot a, rows of slot b] per pair of neighbouring slots, in the order of AnalyticalCosts::neighbours.
#pragma once

#include <cstddef>
#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

struct PairBlock {
  uint32_t a, b;  // slots
  uint32_t rowsA, rowsB;
  size_t begin;  // index of the block's first entry

  size_t entries() const { return size_t{rowsA} * rowsB; }
  // Index of the entry for row `choiceA` of slot a and row `choiceB` of slot b.
  size_t entry(uint8_t choiceA, uint8_t choiceB) const { return begin + size_t{choiceA} * rowsB + choiceB; }
};

// The blocks of all neighbours, [neighbours].
std::vector<PairBlock> pairBlocks(const configs::LayoutTable& table, const AnalyticalCosts& analytical);

// Total number of entries in all blocks.
size_t entriesOf(const std::vector<PairBlock>& blocks);

}  // namespace hlorank::model
