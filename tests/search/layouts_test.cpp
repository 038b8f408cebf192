#include "shared/search/layouts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/base/random.h"
#include "tests/configs/program_builder.h"

namespace hlorank::search {
namespace {

using model::Aggregation;

// The program dot(dot(a, b), c). Six operands and results have two layouts each; two of them are the same value.
struct TwoDots {
  test::ProgramBuilder builder;
  uint32_t a = builder.add("parameter", {8, 16}), b = builder.add("parameter", {16, 32});
  uint32_t c = builder.add("parameter", {32, 4});
  uint32_t first = builder.add("dot", {8, 32}, {a, b}), second = builder.add("dot", {8, 4}, {first, c});
  graph::Program program = builder.build();
  configs::Configurations configurations;
  model::AnalyticalCosts analytical;
  model::Tables tables;

  TwoDots() {
    configurations.table = configs::tableOf(program);
    configurations.reference.assign(configurations.table.slots.size(), 0);
    analytical = model::computeAnalyticalCosts(program, configurations);
    Random random(7);
    for (size_t row = 0; row < configurations.table.rows(); ++row)
      tables.rows.push_back(static_cast<float>(random.uniform()) - .5f);
  }

  void addPairs() {
    Random random(8);
    const auto& begin = configurations.table.rowBegin;
    for (const auto& [a, b] : analytical.neighbours) {
      for (uint32_t i = 0; i < (begin[a + 1] - begin[a]) * (begin[b + 1] - begin[b]); ++i)
        tables.pairs.push_back(static_cast<float>(random.uniform()) - .5f);
    }
  }

  // Returns the score of every configuration, in ascending order.
  std::vector<float> scoreAll(Aggregation aggregation) const {
    const model::TableScorer scorer(configurations, analytical, tables, aggregation, model::Scale::kIdentity);
    const auto& begin = configurations.table.rowBegin;
    std::vector<uint8_t> choice(configurations.table.slots.size(), 0);
    std::vector<float> all;
    for (size_t s = 0; s < choice.size();) {
      all.push_back(scorer.score(choice));
      for (s = 0; s < choice.size() && ++choice[s] == begin[s + 1] - begin[s]; ++s) choice[s] = 0;
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  void expectTheBest(Aggregation aggregation) const {
    const std::vector<float> all = scoreAll(aggregation);
    const Solutions found =
        findBestConfigurations(configurations, analytical, tables, aggregation, {configurations.reference}, 10);
    const model::TableScorer scorer(configurations, analytical, tables, aggregation, model::Scale::kIdentity);
    EXPECT_TRUE(found.exact);
    ASSERT_EQ(found.best.size(), 10u);
    for (size_t i = 0; i < found.best.size(); ++i) EXPECT_NEAR(scorer.score(found.best[i].rows), all[i], 1e-5) << i;
  }
};

TEST(BestConfigurations, EqualTheScorersTopTen) {
  TwoDots().expectTheBest(Aggregation::kSum);
}

TEST(BestConfigurations, EqualTheScorersTopTenWithLargestPerValue) {
  TwoDots().expectTheBest(Aggregation::kLargestPerValue);
}

TEST(BestConfigurations, EqualTheScorersTopTenWithPairTables) {
  TwoDots p;
  ASSERT_FALSE(p.analytical.neighbours.empty());
  p.addPairs();
  p.expectTheBest(Aggregation::kSum);
}

TEST(BestConfigurations, ChangesThatGainLessThanTheChangeCostAreNotMade) {
  TwoDots p;
  const Solutions found = findBestConfigurations(p.configurations, p.analytical, p.tables, Aggregation::kSum,
                                                 {p.configurations.reference, 10}, 1);
  EXPECT_EQ(found.best[0].rows, p.configurations.reference);
}

TEST(BestConfigurations, RowCostsAreAdded) {
  TwoDots p;
  std::vector<double> costs(p.configurations.table.rows(), 0);
  costs[p.configurations.table.rowBegin[3] + 1] = -100;
  const Solutions found = findBestConfigurations(p.configurations, p.analytical, p.tables, Aggregation::kSum,
                                                 {p.configurations.reference, 10, costs}, 1);
  std::vector<uint8_t> expected = p.configurations.reference;
  expected[3] = 1;
  EXPECT_EQ(found.best[0].rows, expected);
}

}  // namespace
}  // namespace hlorank::search
