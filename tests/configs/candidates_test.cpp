// Tests that the generated layout configurations of small programs are complete and distinct, and identical on every
// platform.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "shared/base/fnv.h"
#include "shared/configs/layout_space.h"
#include "shared/configs/orders.h"
#include "tests/configs/program_builder.h"

namespace hlorank::configs {
namespace {

// Builds the program dot(reshape(x), w), where x has a dimension of size 1 in the middle.
graph::Program program() {
  test::ProgramBuilder builder;
  uint32_t x = builder.add("parameter", {8, 1, 16});
  uint32_t reshaped = builder.add("reshape", {8, 16}, {x});
  uint32_t w = builder.add("parameter", {16, 32});
  builder.add("dot", {8, 32}, {reshaped, w});
  return builder.build();
}

std::set<std::vector<uint8_t>> rowsOf(const Configurations& configurations) {
  std::set<std::vector<uint8_t>> rows;
  for (size_t c = 0; c < configurations.count; ++c) {
    std::span<const uint8_t> choice = configurations.choice(c);
    rows.insert(std::vector<uint8_t>(choice.begin(), choice.end()));
  }
  return rows;
}

TEST(Candidates, FirstHasTheProgramLayouts) {
  Configurations configurations = candidates(program(), 10, 1);
  EXPECT_TRUE(configurations.generated);
  EXPECT_TRUE(changes(configurations, 0).empty());
  for (size_t s = 0; s < configurations.table.slots.size(); ++s) {
    const Slot& slot = configurations.table.slots[s];
    uint32_t value = valueOf(program(), configurations.table.nodes[slot.position], slot.tensor);
    EXPECT_EQ(configurations.table.layouts[configurations.table.rowBegin[s]], ownLayout(program(), value));
  }
}

TEST(Candidates, CandidatesAreDistinct) {
  Configurations configurations = candidates(program(), 25, 1);
  EXPECT_EQ(configurations.count, 25u);
  EXPECT_EQ(rowsOf(configurations).size(), configurations.count);
}

TEST(Candidates, EverySingleSlotChangeIsIncluded) {
  Configurations configurations = candidates(program(), 1000, 1);
  std::set<std::vector<uint8_t>> rows = rowsOf(configurations);
  const LayoutTable& table = configurations.table;
  for (size_t s = 0; s < table.slots.size(); ++s) {
    for (size_t k = 1; k < table.rowBegin[s + 1] - table.rowBegin[s]; ++k) {
      std::vector<uint8_t> choice(table.slots.size(), 0);
      choice[s] = static_cast<uint8_t>(k);
      EXPECT_EQ(rows.count(choice), 1u) << "slot " << s << " layout " << k;
    }
  }
}

TEST(Candidates, SmallSpacesAreEnumeratedCompletely) {
  // Five tensors have two layouts each: output and operand of the reshape, output and two operands of the dot.
  Configurations configurations = candidates(program(), 1000, 1);
  EXPECT_EQ(configurations.table.slots.size(), 5u);
  EXPECT_EQ(configurations.count, 32u);
}

TEST(Candidates, TheSameSeedGivesTheSameBits) {
  EXPECT_EQ(candidates(program(), 20, 5).choices, candidates(program(), 20, 5).choices);
  EXPECT_NE(candidates(program(), 20, 5).choices, candidates(program(), 20, 6).choices);
}

TEST(Candidates, ChoicesAreBitIdenticalOnEveryPlatform) {
  Configurations configurations = candidates(program(), 12, 42);
  Fnv hash;
  for (uint8_t choice : configurations.choices) hash.byte(choice);
  EXPECT_EQ(hash.value(), 17189108469586203307ULL);
}

TEST(Candidates, DimensionsOfSizeOneKeepTheirPosition) {
  Configurations configurations = candidates(program(), 100, 1);
  const LayoutTable& table = configurations.table;
  for (size_t s = 0; s < table.slots.size(); ++s) {
    const uint32_t value = valueOf(program(), table.nodes[table.slots[s].position], table.slots[s].tensor);
    if (value != 0) continue;
    for (uint32_t row = table.rowBegin[s]; row < table.rowBegin[s + 1]; ++row) EXPECT_EQ(table.layouts[row][1], 1);
  }
}

TEST(Candidates, SmallCountsChangeEverySlotOnceBeforeAnySlotTwice) {
  test::ProgramBuilder builder;
  uint32_t x = builder.add("parameter", {2, 3, 4, 5});
  builder.add("reshape", {6, 4, 5}, {x});
  Configurations configurations = candidates(builder.build(), 3, 1);
  ASSERT_EQ(configurations.count, 3u);
  EXPECT_EQ(changes(configurations, 1)[0].slot, 0u);
  EXPECT_EQ(changes(configurations, 2)[0].slot, 1u);
}

TEST(Candidates, ProgramsWithoutChangeableSlotsHaveOneCandidate) {
  test::ProgramBuilder builder;
  uint32_t x = builder.add("parameter", {7});
  builder.add("reshape", {7, 1}, {x});
  EXPECT_EQ(candidates(builder.build(), 100, 1).count, 1u);
  EXPECT_EQ(candidates(test::ProgramBuilder().build(), 100, 1).count, 1u);
}

TEST(Candidates, FirstRowOfASlotIsTheProgramsOwnLayout) {
  test::ProgramBuilder builder;
  uint32_t x = builder.add("parameter", {4, 6});
  builder.setLayout(x, {0, 1});
  builder.add("reshape", {24}, {x});
  Configurations configurations = candidates(builder.build(), 10, 1);
  EXPECT_EQ(toString(configurations.table.layouts[0]), "{0,1}");
  EXPECT_EQ(configurations.count, 2u);
}

TEST(Candidates, CountIsLimitedByMemory) {
  test::ProgramBuilder builder;
  // Expects fewer configurations than requested, because with 20,000 reshapes a configuration is large and memory is
  // limited.
  uint32_t last = builder.add("parameter", {2, 3, 4, 5});
  for (int i = 0; i < 20'000; ++i) last = builder.add("reshape", {2, 3, 4, 5}, {last});
  const graph::Program program = builder.build();
  const Configurations configurations = candidates(program, 10'000'000, 1);
  EXPECT_EQ(configurations.count, maxCandidates(configurations.table.slots.size()));
  EXPECT_LE(configurations.choices.size(), kCandidateBytes);
  EXPECT_GE(maxCandidates(SIZE_MAX), 2u);
}

}  // namespace
}  // namespace hlorank::configs
