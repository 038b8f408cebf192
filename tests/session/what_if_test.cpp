#include "shared/session/what_if.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "shared/base/random.h"
#include "shared/session/report.h"
#include "shared/session/what_if_report.h"
#include "tests/session/programs.h"

namespace hlorank::session {
namespace {

using Json = nlohmann::json;
using model::Aggregation;
using test::kDots;

struct Program {
  Opened opened = test::opened(kDots);
  model::AnalyticalCosts analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  size_t slots = opened.configurations.table.slots.size();

  // Ranks with random contributions of single layouts between −0.5 and 0.5.
  Ranking ranking(Aggregation aggregation, bool withPairs = false) const {
    Random random(5);
    model::Tables tables;
    const auto& begin = opened.configurations.table.rowBegin;
    for (size_t row = 0; row < opened.configurations.table.rows(); ++row)
      tables.rows.push_back(static_cast<float>(random.uniform()) - .5f);
    for (const auto& [a, b] : analytical.neighbours) {
      for (uint32_t i = 0; withPairs && i < (begin[a + 1] - begin[a]) * (begin[b + 1] - begin[b]); ++i)
        tables.pairs.push_back(static_cast<float>(random.uniform()) - .5f);
    }
    Ranking ranking(opened, analytical, std::move(tables), aggregation, model::Scale::kSignedLog);
    ranking.step(ranking.total());
    return ranking;
  }
  Choice choice(size_t c) const {
    const auto rows = opened.configurations.choice(c);
    return {rows.begin(), rows.end()};
  }
};

TEST(WhatIf, EverySettingHasTheScoreOfItsConfiguration) {
  const Program program;
  for (const Aggregation aggregation : {Aggregation::kSum, Aggregation::kLargestPerValue}) {
    const Ranking ranking = program.ranking(aggregation, true);
    const Choice choice = program.choice(200);
    for (uint32_t slot = 0; slot < program.slots; ++slot) {
      const auto settings = scoreRows(program.opened, ranking, choice, slot);
      const auto& begin = program.opened.configurations.table.rowBegin;
      ASSERT_EQ(settings.size(), begin[slot + 1] - begin[slot]);
      for (const ScoredRow& setting : settings) {
        Choice changed = choice;
        changed[slot] = setting.row;
        EXPECT_EQ(setting.score, ranking.explain(changed).score);
        size_t lower = 0;
        for (const float score : ranking.scores()) lower += score < setting.score;
        EXPECT_EQ(setting.rank, lower + 1);
      }
    }
  }
}

TEST(WhatIf, AChoiceHasOneExistingRowPerSlot) {
  const Program program;
  EXPECT_TRUE(isChoice(program.opened, program.choice(7)));
  EXPECT_FALSE(isChoice(program.opened, Choice(program.slots - 1, 0)));
  Choice wrong(program.slots, 0);
  wrong[1] = 200;
  EXPECT_FALSE(isChoice(program.opened, wrong));
}

TEST(Difference, PartsAddUpToTheDifferenceOfScoresBeforeTheScale) {
  const Program program;
  for (const Aggregation aggregation : {Aggregation::kSum, Aggregation::kLargestPerValue}) {
    for (const bool withPairs : {false, true}) {
      const Ranking ranking = program.ranking(aggregation, withPairs);
      for (size_t i = 1; i + 3 < program.opened.configurations.count; i += 3) {
        const Choice a = program.choice(i), b = program.choice(i + 3);
        double sum = 0;
        for (const auto& part : ranking.tables()->difference(a, b)) sum += static_cast<double>(part.amount);
        EXPECT_NEAR(sum, static_cast<double>(ranking.scorer().z(a) - ranking.scorer().z(b)), 1e-5);
      }
    }
  }
}

TEST(Difference, WithLargestPerValueNamesTheLargestSlots) {
  const Program program;
  const Ranking ranking = program.ranking(Aggregation::kLargestPerValue);
  const auto& all = program.opened.configurations;
  const auto entry = [&](const Choice& choice, uint32_t slot) {
    return ranking.tables()->tables().rows[all.table.rowBegin[slot] + choice[slot]];
  };
  bool another = false;
  for (size_t i = 1; i + 1 < all.count; ++i) {
    const Choice a = program.choice(i), b = program.choice(i + 1);
    for (const auto& part : ranking.tables()->difference(a, b)) {
      const uint32_t ofB = part.instead == ~0u ? part.slot : part.instead;
      EXPECT_EQ(part.amount, entry(a, part.slot) - entry(b, ofB));
      EXPECT_EQ(program.analytical.valueOfSlot[part.slot], program.analytical.valueOfSlot[ofB]);
      another = another || part.instead != ~0u;
    }
  }
  EXPECT_TRUE(another);
}

TEST(Disagreements, AreValuesReadInAnotherLayoutThanWritten) {
  const Program program;
  Choice choice(program.slots, 0);
  EXPECT_TRUE(findDisagreements(program.opened, choice).empty());
  const auto& table = program.opened.configurations.table;
  const auto slotOf = [&](const std::string& name) {
    for (uint32_t slot = 0; slot < program.slots; ++slot)
      if (slotName(program.opened, slot) == name) return slot;
    return ~0u;
  };
  choice[slotOf("second operand 0")] = 1;  // reads `first` in layout {0,1}, which needs a copy
  auto found = findDisagreements(program.opened, choice);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(nodeName(program.opened, found[0].value), "first");
  EXPECT_EQ(found[0].bytes, 64 * 256 * 4);
  choice[slotOf("first output")] = 1;  // now `first` is written in layout {0,1} too, so no copy is needed
  EXPECT_TRUE(findDisagreements(program.opened, choice).empty());
  choice[slotOf("first operand 1")] = 1;  // reads a parameter, whose layout stays the same
  found = findDisagreements(program.opened, choice);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(nodeName(program.opened, found[0].value), "w");
  EXPECT_EQ(found[0].parties[0].slot, -1);
  EXPECT_EQ(configs::toString(found[0].parties[0].layout), "{1,0}");
  EXPECT_EQ(configs::toString(found[0].parties[1].layout),
            configs::toString(table.layouts[table.rowBegin[slotOf("first operand 1")] + 1]));
}

// Returns the lowest score z over all combinations of layouts, found by enumeration.
float leastOfAll(const Program& program, const Ranking& ranking) {
  const auto& begin = program.opened.configurations.table.rowBegin;
  Choice choice(program.slots, 0);
  float least = INFINITY;
  for (size_t s = 0; s < choice.size();) {
    least = std::min(least, ranking.scorer().z(choice));
    for (s = 0; s < choice.size() && ++choice[s] == begin[s + 1] - begin[s]; ++s) choice[s] = 0;
  }
  return least;
}

// Returns the result of a whole search.
Best findBest(const Opened& opened, const model::AnalyticalCosts& analytical, const Ranking& ranking, size_t count) {
  BestSearch search(opened, analytical, ranking, count);
  while (!search.step(SIZE_MAX)) {
  }
  return search.best();
}

TEST(Best, HasTheLowestScoreOfAllConfigurationsAndIsProven) {
  const Program program;
  for (const auto& [aggregation, withPairs] :
       {std::pair(Aggregation::kSum, true), std::pair(Aggregation::kLargestPerValue, false)}) {
    const Ranking ranking = program.ranking(aggregation, withPairs);
    const Best best = findBest(program.opened, program.analytical, ranking, 5);
    ASSERT_FALSE(best.found.empty());
    EXPECT_TRUE(best.isProven);
    EXPECT_NEAR(best.found[0].z, leastOfAll(program, ranking), 1e-5);
    EXPECT_NEAR(best.bound, best.found[0].z, 1e-5);
    for (size_t i = 0; i < best.found.size(); ++i) {
      EXPECT_TRUE(isChoice(program.opened, best.found[i].choice));
      EXPECT_EQ(best.found[i].z, ranking.scorer().z(best.found[i].choice));
      if (i > 0) {
        EXPECT_GE(best.found[i].z, best.found[i - 1].z);
      }
      for (size_t j = 0; j < i; ++j) EXPECT_NE(best.found[i].choice, best.found[j].choice);
    }
  }
}

TEST(Best, HasNoChangesThatDoNotLowerTheScore) {
  const Program program;
  const Ranking ranking = program.ranking(Aggregation::kLargestPerValue);
  const auto& reference = program.opened.configurations.reference;
  const Best best = findBest(program.opened, program.analytical, ranking, 1);
  Choice choice = best.found.at(0).choice;
  for (size_t s = 0; s < choice.size(); ++s) {
    if (choice[s] == reference[s]) continue;
    Choice without = choice;
    without[s] = reference[s];
    EXPECT_GT(ranking.scorer().z(without), best.found[0].z);
  }
}

TEST(Best, ASearchInStepsFindsTheSame) {
  const Program program;
  const Ranking ranking = program.ranking(Aggregation::kLargestPerValue);
  const Best best = findBest(program.opened, program.analytical, ranking, 3);
  BestSearch search(program.opened, program.analytical, ranking, 3);
  double before = 0;
  while (!search.step(1)) {
    EXPECT_GE(search.progress(), before);
    EXPECT_LE(search.progress(), 1);
    before = search.progress();
  }
  EXPECT_GT(before, 0);
  ASSERT_EQ(search.best().found.size(), best.found.size());
  for (size_t i = 0; i < best.found.size(); ++i) EXPECT_EQ(search.best().found[i].choice, best.found[i].choice);
}

TEST(Best, WithoutABoundIsNotProven) {
  const Program program;
  const Ranking ranking = program.ranking(Aggregation::kLargestPerValue, true);
  const Best best = findBest(program.opened, program.analytical, ranking, 3);
  EXPECT_FALSE(best.isProven);
  EXPECT_FALSE(best.found.empty());
  EXPECT_TRUE(Json::parse(bestJson(program.opened, ranking, best))["bound"].is_null());
}

TEST(Reports, ComparisonsListEveryDifferingSlotAndPartsThatAddUp) {
  const Program program;
  const Ranking ranking = program.ranking(Aggregation::kSum, true);
  const Choice choices[] = {program.choice(250), program.choice(0), program.choice(120)};
  model::Confidence confidence;
  confidence.pairs = {{1, .6f}, {2, .9f}};
  const Json report = Json::parse(compareJson(program.opened, ranking, confidence, choices));
  size_t differing = 0;
  for (size_t s = 0; s < program.slots; ++s)
    differing += choices[0][s] != choices[1][s] || choices[0][s] != choices[2][s];
  ASSERT_EQ(report["slots"].size(), differing);
  EXPECT_EQ(report["slots"][0]["layouts"].size(), 3u);
  ASSERT_EQ(report["differences"].size(), 2u);
  for (const Json& difference : report["differences"]) {
    double sum = 0;
    for (const Json& part : difference["parts"]) sum += part["amount"].get<double>();
    EXPECT_NEAR(sum, difference["z"].get<double>(), 1e-5);
    EXPECT_FLOAT_EQ(difference["pairConfidence"].get<float>(),
                    confidence.pairConfidence(std::abs(difference["score"].get<float>())));
  }
  EXPECT_TRUE(
      Json::parse(compareJson(program.opened, ranking, {}, choices))["differences"][0]["pairConfidence"].is_null());
}

TEST(Reports, AChoiceHasTheSameFieldsAsAListedConfiguration) {
  const Program program;
  const Ranking ranking = program.ranking(Aggregation::kSum);
  Json listed = Json::parse(explainJson(program.opened, ranking, 33));
  Json choice = Json::parse(choiceJson(program.opened, ranking, program.choice(33)));
  EXPECT_EQ(choice["rank"], ranking.rankOf(ranking.scores()[33]));
  EXPECT_EQ(choice["index"], -1);
  for (const char* field : {"score", "z", "changes", "contributions", "usable"})
    EXPECT_EQ(choice[field], listed[field]);
  EXPECT_EQ(choice["disagreementCount"], findDisagreements(program.opened, program.choice(33)).size());
}

}  // namespace
}  // namespace hlorank::session
