#include "shared/model/pair_blocks.h"

#include <gtest/gtest.h>

namespace hlorank::model {
namespace {

TEST(PairBlocks, AreContiguousAndRowMajor) {
  configs::LayoutTable table;
  table.slots.resize(3);
  table.rowBegin = {0, 2, 5, 9};
  AnalyticalCosts analytical;
  analytical.neighbours = {{0, 1}, {0, 2}, {1, 2}};
  const auto blocks = pairBlocks(table, analytical);
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(entriesOf(blocks), 2u * 3 + 2 * 4 + 3 * 4);
  size_t next = 0;
  for (const PairBlock& block : blocks)
    for (uint8_t a = 0; a < block.rowsA; ++a)
      for (uint8_t b = 0; b < block.rowsB; ++b) EXPECT_EQ(block.entry(a, b), next++);
  EXPECT_EQ(next, entriesOf(blocks));
}

TEST(PairBlocks, HaveNoEntriesWithoutNeighbours) {
  EXPECT_EQ(entriesOf(pairBlocks({}, {})), 0u);
}

}  // namespace
}  // namespace hlorank::model
