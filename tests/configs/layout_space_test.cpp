#include "shared/configs/layout_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "tests/configs/program_builder.h"

namespace hlorank::configs {
namespace {

using test::layout;

// Returns random layouts of `nodes` nodes for `count` configurations, as in TpuGraphs' files: [count, nodes, 18]. Every
// fifth tensor has no layout.
std::vector<int8_t> randomColumns(size_t count, size_t nodes) {
  std::mt19937 random(7);
  std::vector<int8_t> columns;
  for (size_t slot = 0; slot < count * nodes * kTensors; ++slot) {
    std::vector<int8_t> order = {0, 1, 2};
    std::shuffle(order.begin(), order.end(), random);
    order.resize(slot % 5 == 4 ? 0 : 3);
    order.resize(kLayoutDimensions, -1);
    columns.insert(columns.end(), order.begin(), order.end());
  }
  return columns;
}

TEST(LayoutSpace, ColumnsRoundTrip) {
  const size_t count = 50, nodes = 4;
  std::vector<int8_t> columns = randomColumns(count, nodes);
  Configurations configurations = *fromColumns({3, 5, 8, 9}, columns, count);
  ASSERT_EQ(configurations.count, count);
  for (size_t c = 0; c < count; ++c) {
    std::vector<int8_t> row(columns.begin() + c * nodes * kLayoutColumns,
                            columns.begin() + (c + 1) * nodes * kLayoutColumns);
    EXPECT_EQ(toColumns(configurations, c), row);
  }
}

TEST(LayoutSpace, SlotsWithoutLayoutsAreOmitted) {
  Configurations configurations = test::configurationsOf({0}, {{layout({1, 0}), kAbsent, layout({0, 1})}});
  ASSERT_EQ(configurations.table.slots.size(), 2u);
  EXPECT_EQ(configurations.table.slots[0].tensor, 0);
  EXPECT_EQ(configurations.table.slots[1].tensor, 2);
}

TEST(LayoutSpace, RowsKeepTheOrderOfFirstAppearance) {
  Configurations configurations = test::configurationsOf(
      {0},
      {{layout({1, 0}), kAbsent, kAbsent}, {layout({0, 1}), kAbsent, kAbsent}, {layout({1, 0}), kAbsent, kAbsent}});
  EXPECT_EQ(configurations.table.layouts, (std::vector<Layout>{layout({1, 0}), layout({0, 1})}));
  EXPECT_EQ(configurations.choices, (std::vector<uint8_t>{0, 1, 0}));
  EXPECT_EQ(configurations.reference, std::vector<uint8_t>{0});
}

TEST(LayoutSpace, ChangesListTheSlotsThatDifferFromTheReference) {
  Configurations configurations = test::configurationsOf(
      {4}, {{layout({1, 0}), layout({2, 1, 0}), kAbsent}, {layout({1, 0}), layout({0, 2, 1}), kAbsent}});
  EXPECT_TRUE(changes(configurations, 0).empty());
  std::vector<Change> changed = changes(configurations, 1);
  ASSERT_EQ(changed.size(), 1u);
  EXPECT_EQ(changed[0].slot, 1u);
  EXPECT_EQ(toString(changed[0].from), "{2,1,0}");
  EXPECT_EQ(toString(changed[0].to), "{0,2,1}");
  EXPECT_EQ(tensorName(configurations.table.slots[1].tensor), "operand 0");
}

TEST(LayoutSpace, AbsentLayoutsPrintAsDefault) {
  EXPECT_EQ(toString(kAbsent), "default");
}

// Returns `count` configurations of one node, each with a different order of the six dimensions of its output.
std::vector<int8_t> manyLayouts(size_t count) {
  std::vector<int8_t> columns, order = {0, 1, 2, 3, 4, 5};
  for (size_t c = 0; c < count; ++c) {
    columns.insert(columns.end(), order.begin(), order.end());
    columns.resize(columns.size() + 12, -1);
    std::next_permutation(order.begin(), order.end());
  }
  return columns;
}

TEST(LayoutSpace, ASlotMayHave256Layouts) {
  EXPECT_EQ(fromColumns({0}, manyLayouts(256), 256)->table.rows(), 256u);
}

TEST(LayoutSpace, MoreThan256LayoutsOfASlotAreRejected) {
  Result<Configurations> configurations = fromColumns({0}, manyLayouts(257), 257);
  ASSERT_FALSE(configurations.ok());
  EXPECT_NE(configurations.error().message.find("more than 256 layouts"), std::string::npos);
}

TEST(LayoutSpace, InvalidDimensionNumbersAreReportedByPosition) {
  std::vector<int8_t> columns(kLayoutColumns, -1);
  columns[7] = 15;
  Result<Configurations> configurations = fromColumns({0}, columns, 1);
  ASSERT_FALSE(configurations.ok());
  EXPECT_NE(configurations.error().message.find("configuration 0, configurable node 0, operand 0"), std::string::npos);
}

template <class T>
npz::Array columnsOf(const std::vector<int8_t>& values, int64_t count, int64_t nodes) {
  std::vector<T> converted(values.begin(), values.end());
  return npz::makeArray<T>("node_config_feat", {count, nodes, kLayoutColumns}, std::span<const T>(converted));
}

TEST(LayoutSpace, EveryDtypeGivesTheSameTable) {
  std::vector<int8_t> columns = randomColumns(30, 2);
  Configurations expected = *fromColumns({0, 1}, columns, 30);
  for (const npz::Array& array : {columnsOf<int8_t>(columns, 30, 2), columnsOf<float>(columns, 30, 2),
                                  columnsOf<int64_t>(columns, 30, 2), columnsOf<double>(columns, 30, 2)}) {
    Result<Configurations> read = fromColumns({0, 1}, array);
    ASSERT_TRUE(read.ok()) << array.dtype;
    EXPECT_EQ(read->choices, expected.choices) << array.dtype;
    EXPECT_EQ(read->table.layouts, expected.table.layouts) << array.dtype;
  }
}

TEST(LayoutSpace, FractionsAndNansAreRejected) {
  for (float wrong : {.5f, 15.f, 1e30f, -2.f, std::numeric_limits<float>::quiet_NaN()}) {
    std::vector<float> values(kLayoutColumns, -1);
    values[0] = wrong;
    npz::Array array =
        npz::makeArray<float>("node_config_feat", {1, 1, kLayoutColumns}, std::span<const float>(values));
    EXPECT_FALSE(fromColumns({0}, array).ok()) << wrong;
  }
}

TEST(LayoutSpace, WrongShapesAreReportedWithTheExpectedShape) {
  Result<Configurations> configurations = fromColumns({0, 1, 2}, columnsOf<float>(randomColumns(5, 2), 5, 2));
  ASSERT_FALSE(configurations.ok());
  EXPECT_EQ(configurations.error().message,
            "node_config_feat has the shape (5, 2, 18), expected (configurations, 3, 18)");
}

TEST(LayoutSpace, OwnLayoutComesFromTheFeatures) {
  test::ProgramBuilder builder;
  uint32_t node = builder.add("parameter", {4, 5, 6});
  builder.setLayout(node, {1, 0, 2});
  EXPECT_EQ(ownLayout(builder.build(), node), layout({1, 0, 2}));
}

TEST(LayoutSpace, OwnLayoutIsRowMajorIfTheFeaturesHaveNone) {
  test::ProgramBuilder builder;
  uint32_t node = builder.add("parameter", {4, 5, 6});
  builder.setLayout(node, {0, 0, 0});
  EXPECT_EQ(ownLayout(builder.build(), node), layout({2, 1, 0}));
}

TEST(LayoutSpace, SizesBeyondSixDimensionsFollowFromLayoutAndProduct) {
  test::ProgramBuilder builder;
  uint32_t node = builder.add("parameter", {2, 4, 2, 8, 2, 8});
  builder.setLayout(node, {7, 6, 5, 4, 3, 2});
  builder.row(node)[graph::kDimensionColumn + 7] = 2 * 4 * 2 * 8 * 2 * 8 * 2 * 16;
  const graph::Program program = builder.build();
  const std::span<const int64_t> sizes = program.dimensions(node);
  EXPECT_EQ(std::vector(sizes.begin(), sizes.end()), (std::vector<int64_t>{2, 4, 2, 8, 2, 8, 2, 16}));
  ASSERT_EQ(program.guesses.size(), 1u);
  EXPECT_EQ(program.guesses[0].find("1 tensor has more than six dimensions"), 0u);
  EXPECT_EQ(ownLayout(program, node), layout({7, 6, 5, 4, 3, 2}));
  EXPECT_EQ(ownLayout(program, node), rowMajor(8));
}

TEST(LayoutSpace, ValueOfASlotIsTheNodeOrItsOperand) {
  test::ProgramBuilder builder;
  uint32_t a = builder.add("parameter", {4, 5}), b = builder.add("parameter", {5, 6});
  uint32_t dot = builder.add("dot", {4, 6}, {a, b});
  graph::Program program = builder.build();
  EXPECT_EQ(valueOf(program, dot, 0), dot);
  EXPECT_EQ(valueOf(program, dot, 1), a);
  EXPECT_EQ(valueOf(program, dot, 2), b);
  EXPECT_EQ(valueOf(program, a, 1), kNoNode);
}

}  // namespace
}  // namespace hlorank::configs
