#include "shared/model/analytical.h"

#include <gtest/gtest.h>

#include <map>

#include "shared/model/estimate.h"
#include "shared/model/score.h"
#include "tests/configs/program_builder.h"

namespace hlorank::model {
namespace {

using configs::Configurations;
using configs::kAbsent;
using configs::Layout;
using test::configurationsOf;
using test::layout;

const Layout kRows = layout({1, 0}), kColumns = layout({0, 1});

// The program f32[8,32] = dot(f32[8,16], f32[16,32]), which moves 3584 bytes and computes 8192 operations. By the
// analytical cost model, the bytes determine its time.
struct Dot {
  test::ProgramBuilder builder;
  uint32_t a = builder.add("parameter", {8, 16}), b = builder.add("parameter", {16, 32});
  uint32_t dot = builder.add("dot", {8, 32}, {a, b});
  graph::Program program = builder.build();
};

void expectTerms(const AnalyticalCosts& analytical, uint32_t row, std::array<double, kTerms> expected) {
  for (int t = 0; t < kTerms; ++t)
    EXPECT_NEAR(analytical.terms[row][t], expected[t], 1e-6) << "row " << row << " term " << t;
}

TEST(AnalyticalCosts, TimeOfADotIsTheMaximumOfMovingAndComputing) {
  EXPECT_NEAR(estimateSeconds(Dot().program), 3584 / 20e9, 1e-15);
  test::ProgramBuilder builder;
  uint32_t a = builder.add("parameter", {512, 512}), b = builder.add("parameter", {512, 512});
  builder.add("dot", {512, 512}, {a, b});
  EXPECT_NEAR(estimateSeconds(builder.build()), 2.0 * 512 * 512 * 512 / 60e9, 1e-9);
}

TEST(AnalyticalCosts, WeightIsAFractionOfTheProgramsTime) {
  Dot p;
  EXPECT_NEAR(computeWeight(p.program, p.a, p.dot, estimateSeconds(p.program)), 1.0 / 7, 1e-12);
  EXPECT_NEAR(computeWeight(p.program, p.b, p.dot, estimateSeconds(p.program)), 4.0 / 7, 1e-12);
  EXPECT_EQ(computeWeight(p.program, p.b, p.dot, 0), 0);
}

TEST(AnalyticalCosts, AColumnMajorOperandHasAllTerms) {
  Dot p;
  Configurations configurations = configurationsOf({p.dot}, {{kRows, kRows, kRows}, {kRows, kColumns, kRows}});
  AnalyticalCosts analytical = computeAnalyticalCosts(p.program, configurations);
  const double w = 1.0 / 7;  // estimated copy time / program time; only the row-major parameter neighbours the operand
  expectTerms(analytical, configurations.table.rowBegin[1], {0, 0, 0, 0});
  expectTerms(analytical, configurations.table.rowBegin[1] + 1, {w, w, w, .1 * w});
}

TEST(AnalyticalCosts, ReturningToRowMajorHasNegativeTerms) {
  Dot p;
  Configurations configurations = configurationsOf({p.dot}, {{kRows, kColumns, kRows}, {kRows, kRows, kRows}});
  AnalyticalCosts analytical = computeAnalyticalCosts(p.program, configurations);
  const double w = 1.0 / 7;
  expectTerms(analytical, configurations.table.rowBegin[1] + 1, {w, -w, -w, .1 * w});
}

TEST(AnalyticalCosts, AnOrderWithTheSameMinorDimensionHasOnlyTheChangeTerm) {
  test::ProgramBuilder builder;
  uint32_t x = builder.add("parameter", {4, 8, 16});
  uint32_t reshape = builder.add("reshape", {32, 16}, {x});
  Configurations configurations =
      configurationsOf({reshape}, {{kRows, layout({2, 1, 0}), kAbsent}, {kRows, layout({2, 0, 1}), kAbsent}});
  AnalyticalCosts analytical = computeAnalyticalCosts(builder.build(), configurations);
  const std::array<float, kTerms>& terms = analytical.terms[configurations.table.rowBegin[1] + 1];
  EXPECT_EQ(terms[0], 0);
  EXPECT_EQ(terms[1], 0);
  EXPECT_EQ(terms[2], 0);
  EXPECT_GT(terms[3], 0);
}

TEST(AnalyticalCosts, ANeighbourBeyondATransposeMatchesTheTransposedOrder) {
  test::ProgramBuilder builder;
  uint32_t a = builder.add("parameter", {8, 16}), b = builder.add("parameter", {16, 32});
  uint32_t first = builder.add("dot", {8, 32}, {a, b});
  uint32_t turned = builder.add("transpose", {32, 8}, {first}, {1, 0});
  uint32_t c = builder.add("parameter", {8, 5});
  uint32_t second = builder.add("dot", {32, 5}, {turned, c});
  Configurations configurations = configurationsOf(
      {first, second},
      {{kRows, kAbsent, kAbsent, kAbsent, kRows, kAbsent}, {kColumns, kAbsent, kAbsent, kAbsent, kRows, kAbsent}});
  graph::Program program = builder.build();
  AnalyticalCosts analytical = computeAnalyticalCosts(program, configurations);
  const double w = computeWeight(program, first, first, estimateSeconds(program));
  expectTerms(analytical, 1, {w, w, -w, .1 * w});
  EXPECT_EQ(analytical.neighbours, (std::vector<std::array<uint32_t, 2>>{{0, 1}}));
  EXPECT_EQ(analytical.values, 2u);
}

TEST(AnalyticalCosts, NeighboursHaveTheRelationOfTheirConnection) {
  test::ProgramBuilder builder;
  uint32_t x = builder.add("parameter", {8, 16}), w = builder.add("parameter", {16, 16});
  uint32_t first = builder.add("dot", {8, 16}, {x, w});
  uint32_t once = builder.add("tanh", {8, 16}, {first}), twice = builder.add("negate", {8, 16}, {once});
  uint32_t direct = builder.add("reshape", {128}, {first});
  uint32_t near = builder.add("reshape", {128}, {once}), far = builder.add("reshape", {128}, {twice});
  uint32_t again = builder.add("reshape", {128}, {first}), last = builder.add("reshape", {128}, {first});
  // Layouts of the dot's output, then of the reshapes' operands.
  std::vector<Layout> layouts = {kRows, kAbsent, kAbsent};
  for (int i = 0; i < 5; ++i) layouts.insert(layouts.end(), {kAbsent, kRows, kAbsent});
  Configurations configurations = configurationsOf({first, direct, near, far, again, last}, {layouts});
  AnalyticalCosts analytical = computeAnalyticalCosts(builder.build(), configurations);
  ASSERT_EQ(analytical.relations.size(), analytical.neighbours.size());
  std::map<std::array<uint32_t, 2>, Relation> relations;
  for (size_t i = 0; i < analytical.neighbours.size(); ++i)
    relations[analytical.neighbours[i]] = analytical.relations[i];
  // Tensor 0 is the output of the dot; tensors 1 to 5 are the operands of direct, near, far, again and last.
  const std::map<std::array<uint32_t, 2>, Relation> expected = {
      {{0, 1}, Relation::kRead},  {{0, 2}, Relation::kReadAfterOne}, {{0, 3}, Relation::kReadAfterTwo},
      {{0, 4}, Relation::kRead},  {{0, 5}, Relation::kRead},         {{1, 2}, Relation::kApart},
      {{1, 3}, Relation::kApart}, {{1, 4}, Relation::kReadNext},     {{1, 5}, Relation::kReadAsWell},
      {{2, 3}, Relation::kApart}, {{2, 4}, Relation::kApart},        {{2, 5}, Relation::kApart},
      {{3, 4}, Relation::kApart}, {{3, 5}, Relation::kApart},        {{4, 5}, Relation::kReadNext},
  };
  EXPECT_EQ(relations, expected);
}

TEST(AnalyticalCosts, SlotsOfOneValueHaveTheSameValueIndex) {
  test::ProgramBuilder builder;
  uint32_t x = builder.add("parameter", {8, 16});
  uint32_t first = builder.add("reshape", {128}, {x});
  uint32_t second = builder.add("reshape", {16, 8}, {x});
  Configurations configurations = configurationsOf({first, second}, {{kAbsent, kRows, kAbsent, kRows, kRows, kAbsent}});
  AnalyticalCosts analytical = computeAnalyticalCosts(builder.build(), configurations);
  ASSERT_EQ(analytical.valueOfSlot.size(), 3u);
  EXPECT_EQ(analytical.valueOfSlot[0], analytical.valueOfSlot[2]);
  EXPECT_NE(analytical.valueOfSlot[0], analytical.valueOfSlot[1]);
}

TEST(AnalyticalCosts, TripCountsMultiplyTheWeight) {
  test::ProgramBuilder builder;
  uint32_t x = builder.add("parameter", {8, 16});
  uint32_t once = builder.add("reshape", {16, 8}, {x}), often = builder.add("reshape", {16, 8}, {x});
  graph::Program program = builder.build();
  program.extras.resize(program.graph.nodes());
  program.extras[often].trips = 9;
  Configurations configurations = configurationsOf(
      {once, often},
      {{kRows, kAbsent, kAbsent, kRows, kAbsent, kAbsent}, {kColumns, kAbsent, kAbsent, kColumns, kAbsent, kAbsent}});
  AnalyticalCosts analytical = computeAnalyticalCosts(program, configurations);
  EXPECT_NEAR(analytical.terms[1][0], .05, 1e-6);
  EXPECT_NEAR(analytical.terms[3][0], .45, 1e-6);
}

TEST(AnalyticalCosts, ALayoutLeftToTheCompilerCountsAsTheProgramsOwn) {
  Dot p;
  Configurations configurations =
      configurationsOf({p.dot}, {{kRows, kAbsent, kRows}, {kRows, kRows, kRows}, {kRows, kColumns, kRows}});
  AnalyticalCosts analytical = computeAnalyticalCosts(p.program, configurations);
  const uint32_t begin = configurations.table.rowBegin[1];
  expectTerms(analytical, begin, {0, 0, 0, 0});
  expectTerms(analytical, begin + 1, {0, 0, 0, 0});
  const double w = 1.0 / 7;
  expectTerms(analytical, begin + 2, {w, w, w, .1 * w});
}

TEST(AnalyticalCosts, TheReferenceScoresZeroAndTheCostIsTheSumOfThreeTerms) {
  Dot p;
  Configurations configurations = configurationsOf({p.dot}, {{kRows, kRows, kRows}, {kColumns, kColumns, kRows}});
  AnalyticalCosts analytical = computeAnalyticalCosts(p.program, configurations);
  TableScorer scorer(configurations, analytical, analyticalTables(analytical), Aggregation::kSum, Scale::kIdentity);
  float scores[2];
  scorer.scoreRange(0, 2, scores, nullptr);
  EXPECT_EQ(scores[0], 0);
  // The terms of a changed layout are a, b, c. The output has no neighbour and costs a + b. The operand has the
  // parameter as neighbour and costs a + b + c. The score is the sum.
  EXPECT_NEAR(scores[1], 2 * 2.0 / 7 + 3 * 1.0 / 7, 1e-6);
}

TEST(AnalyticalCosts, ASlotOfAMissingOperandHasNoTerms) {
  test::ProgramBuilder builder;
  uint32_t lonely = builder.add("reshape", {8, 16});
  Configurations configurations = configurationsOf({lonely}, {{kRows, kRows, kAbsent}, {kRows, kColumns, kAbsent}});
  AnalyticalCosts analytical = computeAnalyticalCosts(builder.build(), configurations);
  for (float term : analytical.terms[configurations.table.rowBegin[1] + 1]) EXPECT_EQ(term, 0);
  EXPECT_EQ(analytical.values, 2u);
}

TEST(AnalyticalCosts, LayoutsThatDoNotFitTheTensorDoNotCrash) {
  Dot p;
  Configurations configurations =
      configurationsOf({p.dot}, {{kRows, kRows, kRows}, {layout({5, 4}), layout({3}), layout({1, 1, 1, 1, 1, 1})}});
  EXPECT_EQ(computeAnalyticalCosts(p.program, configurations).terms.size(), configurations.table.rows());
}

}  // namespace
}  // namespace hlorank::model
