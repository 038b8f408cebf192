#include "shared/model/score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "tests/configs/program_builder.h"

namespace hlorank::model {
namespace {

using configs::Configurations;

// Random tensors, layouts, costs and pairs of neighbours, without a program, on which scores do not depend.
struct Case {
  explicit Case(uint32_t seed) : random(seed) {
    const size_t slots = 1 + random() % 12;
    configs::LayoutTable& table = configurations.table;
    table.nodes = {0};
    table.rowBegin = {0};
    analytical.values = 1 + random() % slots;
    for (size_t s = 0; s < slots; ++s) {
      table.slots.push_back({0, 0});
      table.rowBegin.push_back(table.rowBegin.back() + 1 + random() % 5);
      analytical.valueOfSlot.push_back(random() % analytical.values);
      configurations.reference.push_back(static_cast<uint8_t>(random() % rowsOf(s)));
    }
    table.layouts.resize(table.rowBegin.back());
    for (uint32_t a = 0; a < slots; ++a) {
      for (uint32_t b = a + 1; b < slots; ++b) {
        if (random() % 3 == 0) analytical.neighbours.push_back({a, b});
      }
    }
    configurations.count = 40;
    for (size_t c = 0; c < configurations.count; ++c) {
      for (size_t s = 0; s < slots; ++s) configurations.choices.push_back(static_cast<uint8_t>(random() % rowsOf(s)));
    }
    for (size_t row = 0; row < table.rows(); ++row) tables.rows.push_back(number());
  }

  uint32_t rowsOf(size_t slot) const {
    return configurations.table.rowBegin[slot + 1] - configurations.table.rowBegin[slot];
  }
  float number() { return std::uniform_real_distribution<float>(-1, 1)(random); }
  void addPairs() {
    for (const auto& [a, b] : analytical.neighbours) {
      for (uint32_t i = 0; i < rowsOf(a) * rowsOf(b); ++i) tables.pairs.push_back(number());
    }
  }

  // Computes the sum z of a configuration's costs directly from its definition.
  double naive(std::span<const uint8_t> choice, Aggregation aggregation) const {
    std::map<uint32_t, double> largest;
    double sum = 0;
    auto row = [&](size_t s, uint8_t c) { return double{tables.rows[configurations.table.rowBegin[s] + c]}; };
    for (size_t s = 0; s < choice.size(); ++s) {
      const double u = row(s, choice[s]) - row(s, configurations.reference[s]);
      sum += u;
      auto [at, isNew] = largest.emplace(analytical.valueOfSlot[s], u);
      if (!isNew) at->second = std::max(at->second, u);
    }
    double z = 0;
    if (aggregation == Aggregation::kSum) z = sum;
    for (const auto& [value, u] : largest) z += aggregation == Aggregation::kSum ? 0 : u;
    size_t begin = 0;
    for (const auto& [a, b] : analytical.neighbours) {
      if (tables.pairs.empty()) break;
      const std::vector<uint8_t>& reference = configurations.reference;
      z += tables.pairs[begin + choice[a] * rowsOf(b) + choice[b]] -
           tables.pairs[begin + reference[a] * rowsOf(b) + reference[b]];
      begin += rowsOf(a) * rowsOf(b);
    }
    return z;
  }

  std::mt19937 random;
  Configurations configurations;
  AnalyticalCosts analytical;
  Tables tables;
};

class ScoreTest : public testing::TestWithParam<std::tuple<Aggregation, bool>> {};

TEST_P(ScoreTest, EqualsTheDirectComputation) {
  const auto [aggregation, pairs] = GetParam();
  for (uint32_t seed = 0; seed < 50; ++seed) {
    Case c(seed);
    if (pairs) c.addPairs();
    TableScorer scorer(c.configurations, c.analytical, c.tables, aggregation, Scale::kIdentity);
    std::vector<float> scores(c.configurations.count);
    scorer.scoreRange(0, scores.size(), scores.data(), nullptr);
    for (size_t i = 0; i < scores.size(); ++i) {
      EXPECT_NEAR(scores[i], c.naive(c.configurations.choice(i), aggregation), 1e-4);
      EXPECT_EQ(scores[i], scorer.score(c.configurations.choice(i)));
    }
  }
}

TEST_P(ScoreTest, TheReferenceIsExactlyZeroForAnyTables) {
  const auto [aggregation, pairs] = GetParam();
  for (uint32_t seed = 0; seed < 50; ++seed) {
    Case c(seed);
    if (pairs) c.addPairs();
    TableScorer scorer(c.configurations, c.analytical, c.tables, aggregation, Scale::kSignedLog);
    EXPECT_EQ(scorer.score(c.configurations.reference), 0);
    EXPECT_TRUE(scorer.contributions(c.configurations.reference).empty());
  }
}

TEST_P(ScoreTest, ContributionsAddUpAndAreSortedByMagnitude) {
  const auto [aggregation, pairs] = GetParam();
  for (uint32_t seed = 0; seed < 50; ++seed) {
    Case c(seed);
    if (pairs) c.addPairs();
    TableScorer scorer(c.configurations, c.analytical, c.tables, aggregation, Scale::kIdentity);
    for (size_t i = 0; i < c.configurations.count; ++i) {
      double sum = 0;
      float last = INFINITY;
      for (const Contribution& part : scorer.contributions(c.configurations.choice(i))) {
        sum += part.amount;
        EXPECT_LE(std::abs(part.amount), last);
        last = std::abs(part.amount);
      }
      EXPECT_NEAR(sum, scorer.score(c.configurations.choice(i)), 1e-4);
    }
  }
}

TEST_P(ScoreTest, BatchesDoNotChangeABitOfAScore) {
  const auto [aggregation, pairs] = GetParam();
  Case c(3);
  if (pairs) c.addPairs();
  TableScorer scorer(c.configurations, c.analytical, c.tables, aggregation, Scale::kSignedLog);
  std::vector<float> whole(40), parts(40);
  scorer.scoreRange(0, 40, whole.data(), nullptr);
  scorer.scoreRange(0, 13, parts.data(), nullptr);
  scorer.scoreRange(13, 27, parts.data() + 13, nullptr);
  EXPECT_EQ(whole, parts);
}

INSTANTIATE_TEST_SUITE_P(Forms, ScoreTest,
                         testing::Combine(testing::Values(Aggregation::kSum, Aggregation::kLargestPerValue),
                                          testing::Bool()));

TEST(Score, SignedLogKeepsOrderAndSign) {
  Case c(1);
  TableScorer scorer(c.configurations, c.analytical, c.tables, Aggregation::kSum, Scale::kSignedLog);
  EXPECT_EQ(scorer.scaled(0), 0);
  EXPECT_NEAR(scorer.scaled(1), 20 * std::log(2.0), 1e-4);
  EXPECT_NEAR(scorer.scaled(-3), -20 * std::log(4.0), 1e-4);
}

TEST(Score, OnlyTheLargestEntryOfAValueCounts) {
  Case c(1);
  c.configurations.table.slots = {{0, 0}, {0, 1}};
  c.configurations.table.rowBegin = {0, 2, 4};
  c.configurations.table.layouts.resize(4);
  c.configurations.reference = {0, 0};
  c.analytical = {};
  c.analytical.valueOfSlot = {0, 0};
  c.analytical.values = 1;
  TableScorer scorer(c.configurations, c.analytical, {{0, 3, 0, -2}, {}}, Aggregation::kLargestPerValue,
                     Scale::kIdentity);
  const uint8_t both[] = {1, 1}, gain[] = {0, 1};
  EXPECT_EQ(scorer.score(both), 3);
  EXPECT_EQ(scorer.score(gain), 0);  // the other tensor keeps its reference layout, whose cost 0 is larger than -2
}

}  // namespace
}  // namespace hlorank::model
