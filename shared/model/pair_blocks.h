// Where the entries of pairs stand, in Tables::pairs and in every input that has one number per entry: a block for each
// pair of neighbouring slots, in the order of AnalyticalCosts::neighbours, with a row of it for each row of slot a and
// a column for each row of slot b.
#pragma once

#include <cstddef>
#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

struct PairBlock {
  uint32_t a, b;  // slots
  uint32_t rowsA, rowsB;
  size_t begin;  // of its entries

  size_t entries() const { return size_t{rowsA} * rowsB; }
  size_t entry(uint8_t choiceA, uint8_t choiceB) const { return begin + size_t{choiceA} * rowsB + choiceB; }
};

// [neighbours]
std::vector<PairBlock> pairBlocks(const configs::LayoutTable& table, const AnalyticalCosts& analytical);

// Of all blocks together.
size_t entriesOf(const std::vector<PairBlock>& blocks);

}  // namespace hlorank::model
