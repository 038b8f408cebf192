#include "shared/model/neighbours.h"

#include <gtest/gtest.h>

#include "tests/configs/program_builder.h"

namespace hlorank::model {
namespace {

// Returns, for each dimension of the operand, the dimension of the result that corresponds to it (-1: none). Returns
// {-9} if no dimension corresponds.
std::vector<int> carried(std::string_view opcode, std::vector<int64_t> from, std::vector<int64_t> to,
                         std::vector<int> attribute = {}) {
  test::ProgramBuilder builder;
  const auto rank = static_cast<ptrdiff_t>(from.size());
  uint32_t operand = builder.add("parameter", std::move(from));
  uint32_t node = builder.add(opcode, std::move(to), {operand}, std::move(attribute));
  graph::Program program = builder.build();
  DimensionMap map{};
  if (!Surroundings(program).carries(node, operand, map)) return {-9};
  return {map.begin(), map.begin() + rank};
}

TEST(Neighbours, ElementwiseKeepsDimensions) {
  EXPECT_EQ(carried("tanh", {4, 5}, {4, 5}), (std::vector<int>{0, 1}));
}

TEST(Neighbours, TransposePermutesDimensions) {
  EXPECT_EQ(carried("transpose", {4, 5, 6}, {6, 4, 5}, {2, 0, 1}), (std::vector<int>{1, 2, 0}));
}

TEST(Neighbours, BroadcastMapsDimensionsByItsAttribute) {
  EXPECT_EQ(carried("broadcast", {5, 6}, {4, 5, 6}, {1, 2}), (std::vector<int>{1, 2}));
}

TEST(Neighbours, ReduceRemovesTheReducedDimensions) {
  EXPECT_EQ(carried("reduce", {4, 5, 6}, {4, 6}, {1}), (std::vector<int>{0, -1, 1}));
}

TEST(Neighbours, SliceAndPadKeepDimensions) {
  EXPECT_EQ(carried("slice", {4, 5}, {2, 5}), (std::vector<int>{0, 1}));
  EXPECT_EQ(carried("pad", {4, 5}, {6, 7}), (std::vector<int>{0, 1}));
}

TEST(Neighbours, DotsReshapesAndScalarsEndAPath) {
  EXPECT_EQ(carried("reshape", {4, 5}, {20}), std::vector<int>{-9});
  EXPECT_EQ(carried("dot", {4, 5}, {4, 5}), std::vector<int>{-9});
  EXPECT_EQ(carried("broadcast", {}, {4}), std::vector<int>{-9});
  EXPECT_EQ(carried("select", {}, {4, 5}), std::vector<int>{-9});
}

// A program that is a chain of elementwise operations.
struct Chain {
  explicit Chain(size_t length) {
    uint32_t last = builder.add("parameter", {4, 5});
    for (size_t i = 0; i < length; ++i) last = builder.add("tanh", {4, 5}, {last});
    program = builder.build();
  }
  test::ProgramBuilder builder;
  graph::Program program;
};

TEST(Neighbours, SearchStopsAfterSevenSteps) {
  Chain chain(20);
  Surroundings surroundings(chain.program);
  EXPECT_EQ(surroundings.around(0).size(), 1u + 7);
  EXPECT_EQ(surroundings.around(10).size(), 1u + 7 + 7);
  EXPECT_EQ(surroundings.around(10).front().node, 10u);
  EXPECT_EQ(surroundings.around(10).back().steps, 7);
}

TEST(Neighbours, SearchesDoNotInfluenceEachOther) {
  Chain chain(20);
  Surroundings surroundings(chain.program);
  const std::vector<Reached> first = surroundings.around(3);
  surroundings.around(7);
  EXPECT_EQ(surroundings.around(3).size(), first.size());
}

TEST(Neighbours, TheNumberOfValuesFoundIsLimited) {
  test::ProgramBuilder builder;
  uint32_t x = builder.add("parameter", {4, 5});
  for (int i = 0; i < 5000; ++i) builder.add("tanh", {4, 5}, {x});
  graph::Program program = builder.build();
  EXPECT_EQ(Surroundings(program).around(x).size(), kMaxReachable);
}

}  // namespace
}  // namespace hlorank::model
