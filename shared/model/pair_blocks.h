// Order of numbers that a model gives to pairs of layouts of two neighbouring tensors (neighbours.h). For each pair of
// neighbouring slots {a, b} (outputs and operands whose layout can be chosen), in the order of
// AnalyticalCosts::neighbours, there is one row-major block [layouts of a, layouts of b]. Tables::pairs and the network
// inputs `pairs...` use this order.
#pragma once

#include <cstddef>
#include <vector>

#include "shared/model/analytical.h"

namespace hlorank::model {

// Numbers that a model gives to pairs of layouts of two neighbouring slots (outputs and operands whose layout can be
// chosen). There is one entry per pair of layouts.
struct PairBlock {
  uint32_t a, b;          // indices of the two slots
  uint32_t rowsA, rowsB;  // number of layouts of each slot
  size_t begin;           // index of the first entry of this block among all blocks

  size_t entries() const { return size_t{rowsA} * rowsB; }
  // Returns the index of the entry for layout number `choiceA` of slot a and layout number `choiceB` of slot b.
  size_t entry(uint8_t choiceA, uint8_t choiceB) const { return begin + size_t{choiceA} * rowsB + choiceB; }
};

// Returns one block per pair of neighbouring slots (outputs and operands whose layout can be chosen), in the order of
// AnalyticalCosts::neighbours.
std::vector<PairBlock> pairBlocks(const configs::LayoutTable& table, const AnalyticalCosts& analytical);

// Returns the total number of entries in all blocks. An entry is for one pair of layouts of two neighbouring tensors.
size_t entriesOf(const std::vector<PairBlock>& blocks);

}  // namespace hlorank::model
