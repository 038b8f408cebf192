#include "shared/session/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "shared/session/network.h"
#include "shared/session/what_if.h"
#include "tests/session/programs.h"

namespace hlorank::session {
namespace {

using test::kDots;

// Returns scores of single layouts in which the entry with index i is i times `unit`.
model::Tables numbered(const Opened& opened, float unit) {
  model::Tables tables;
  for (size_t row = 0; row < opened.configurations.table.rows(); ++row)
    tables.rows.push_back(static_cast<float>(row) * unit);
  return tables;
}

TEST(Ranking, TheReferenceScoresZeroByTheAnalyticalCostModel) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking = rankAnalytically(opened, analytical);
  while (ranking.step(7)) {
  }
  EXPECT_EQ(ranking.scores()[0], 0.f);
}

TEST(Ranking, ScoresDoNotDependOnTheBatchSize) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking slow = rankAnalytically(opened, analytical), fast = rankAnalytically(opened, analytical);
  while (slow.step(7)) {
  }
  EXPECT_FALSE(fast.step(1'000'000));
  EXPECT_EQ(fast.scored(), opened.configurations.count);
  EXPECT_EQ(std::vector<float>(slow.scores().begin(), slow.scores().end()),
            std::vector<float>(fast.scores().begin(), fast.scores().end()));
  EXPECT_EQ(slow.top(20), fast.top(20));
}

TEST(Ranking, TheTopIsSortedByScoreThenIndexAndAPrefixOfTheFullRanking) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking = rankAnalytically(opened, analytical);
  ranking.step(ranking.total());
  const auto all = ranking.top(ranking.total());
  ASSERT_EQ(all.size(), ranking.total());
  for (size_t i = 1; i < all.size(); ++i) {
    const float before = ranking.scores()[all[i - 1]], after = ranking.scores()[all[i]];
    EXPECT_TRUE(before < after || (before == after && all[i - 1] < all[i])) << i;
  }
  EXPECT_EQ(ranking.top(5), std::vector<uint32_t>(all.begin(), all.begin() + 5));
}

// Opens a program whose second configuration is the compiler default, with run times.
Opened withCompilerDefault(const char* program, size_t candidates = 300) {
  Opened opened = test::opened(program, candidates);
  configs::Configurations& all = opened.configurations;
  all.compilerDefault = 1;
  all.usable.assign(all.count, 1);
  all.usable[1] = 0;
  for (size_t c = 0; c < all.count; ++c) all.runtimes.push_back(static_cast<int64_t>(1000 + c * 7919 % 1009));
  return opened;
}

TEST(Ranking, TheCompilerDefaultIsNotListed) {
  const Opened opened = withCompilerDefault(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking = rankAnalytically(opened, analytical);
  ranking.step(ranking.total());
  const auto order = ranking.top(ranking.total());
  EXPECT_EQ(order.size(), ranking.total() - 1);
  EXPECT_EQ(std::count(order.begin(), order.end(), 1u), 0);
  for (size_t place = 0; place < order.size(); ++place)
    EXPECT_LE(ranking.rankOf(ranking.scores()[order[place]]), place + 1);
}

TEST(Ranking, NoConfigurationThatWasLeftToTheCompilerIsListed) {
  Opened opened = test::opened(kDots);
  opened.configurations.leftToCompiler.assign(opened.configurations.count, 0);
  opened.configurations.leftToCompiler[3] = opened.configurations.leftToCompiler[8] = 1;
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking = rankAnalytically(opened, analytical);
  ranking.step(ranking.total());
  const auto order = ranking.top(ranking.total());
  EXPECT_EQ(order.size(), ranking.total() - 2);
  EXPECT_EQ(std::count(order.begin(), order.end(), 3u) + std::count(order.begin(), order.end(), 8u), 0);
}

TEST(Ranking, ConfigurationsOfOneProgramShareARankAndTiesDo) {
  Opened opened = test::opened(kDots, 12);
  configs::Configurations& all = opened.configurations;
  const auto analytical = model::computeAnalyticalCosts(opened.program, all);
  Ranking apart = rankAnalytically(opened, analytical);
  apart.step(apart.total());
  EXPECT_EQ(apart.sameProgram(), SameProgram::kUnknown);
  EXPECT_EQ(apart.topPrograms(12), apart.top(12));

  all.programs = {0, 1, 2, 1, 4, 5, 1, 7, 8, 9, 10, 11};
  Ranking ranking = rankAnalytically(opened, analytical);
  ranking.step(5);
  EXPECT_EQ(ranking.copiesOf(1), 2u);
  ranking.step(ranking.total());
  EXPECT_EQ(ranking.sameProgram(), SameProgram::kMeasured);
  EXPECT_EQ(ranking.firstOfProgram(6), 1u);
  EXPECT_EQ(ranking.copiesOf(6), 3u);
  const auto order = ranking.topPrograms(12);
  EXPECT_EQ(order.size(), 10u);
  EXPECT_EQ(std::count(order.begin(), order.end(), 3u) + std::count(order.begin(), order.end(), 6u), 0);
  EXPECT_EQ(ranking.rankOfConfiguration(3), ranking.rankOfConfiguration(1));
  for (size_t place = 0; place < order.size(); ++place) {
    const float score = ranking.scores()[order[place]];
    size_t lower = 0;
    for (const uint32_t c : order) lower += ranking.scores()[c] < score;
    EXPECT_EQ(ranking.rankOfConfiguration(order[place]), 1 + lower);
  }
}

TEST(Ranking, TheCompilerDefaultIsNotTheFirstOfAProgram) {
  Opened opened = withCompilerDefault(kDots, 12);
  opened.configurations.programs = {0, 1, 2, 1, 4, 1, 6, 7, 8, 9, 10, 11};
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking = rankAnalytically(opened, analytical);
  ranking.step(ranking.total());
  EXPECT_EQ(ranking.firstOfProgram(1), 1u);
  EXPECT_EQ(ranking.firstOfProgram(5), 3u);
  EXPECT_EQ(ranking.copiesOf(3), 2u);
}

TEST(Ranking, PairAccuracyIsComputedForManyConfigurations) {
  const Opened opened = withCompilerDefault(R"(HloModule batched

ENTRY main {
  x = f32[2,4,8,16]{3,2,1,0} parameter(0)
  w = f32[2,4,16,32]{3,2,1,0} parameter(1)
  ROOT r = f32[2,4,8,32]{3,2,1,0} dot(x, w), lhs_batch_dims={0,1}, lhs_contracting_dims={3}, rhs_batch_dims={0,1}, rhs_contracting_dims={2}
}
)",
                                            9000);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking = rankAnalytically(opened, analytical);
  ranking.step(ranking.total());
  ASSERT_GT(ranking.total(), 8000u);
  EXPECT_FALSE(std::isnan(ranking.agreement()->pairAccuracy));
}

TEST(Ranking, TheIntervalSpansTheScoresOfTheNetworksOfAnEnsemble) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  model::Tables low = numbered(opened, 1), high = numbered(opened, 3), both = numbered(opened, 2);
  for (size_t row = 0; row < both.rows.size(); ++row) {
    both.members.push_back(high.rows[row]);
    both.members.push_back(low.rows[row]);
  }
  const auto ranking = [&](model::Tables tables) {
    return Ranking(opened, analytical, std::move(tables), model::Aggregation::kSum, model::Scale::kIdentity);
  };
  const Ranking alone = ranking(low), other = ranking(high), ensemble = ranking(both);
  EXPECT_FALSE(alone.explain(1).interval.has_value());
  for (size_t configuration : {0, 1, 7}) {
    const auto interval = ensemble.explain(configuration).interval;
    ASSERT_TRUE(interval.has_value());
    const float scores[] = {alone.explain(configuration).score, other.explain(configuration).score};
    EXPECT_FLOAT_EQ(interval->least, std::min(scores[0], scores[1]));
    EXPECT_FLOAT_EQ(interval->greatest, std::max(scores[0], scores[1]));
  }
}

TEST(Ranking, PartsAddUpToTheScoreBeforeTheScale) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  for (auto aggregation : {model::Aggregation::kSum, model::Aggregation::kLargestPerValue}) {
    Ranking ranking(opened, analytical, numbered(opened, .25f), aggregation, model::Scale::kSignedLog);
    ranking.step(ranking.total());
    for (size_t i = 0; i < ranking.total(); i += 11) {
      const Explanation explanation = ranking.explain(i);
      double sum = 0;
      for (const Part& part : explanation.parts) sum += part.amount;
      EXPECT_NEAR(sum, explanation.z, 1e-4) << i;
      EXPECT_NEAR(explanation.score, std::copysign(20 * std::log1p(std::abs(sum)), sum), 1e-3) << i;
      EXPECT_EQ(explanation.score, ranking.scores()[i]);
    }
  }
}

TEST(Ranking, TheReferenceHasNoChangesAndNoParts) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking(opened, analytical, numbered(opened, 1), model::Aggregation::kSum, model::Scale::kIdentity);
  ranking.step(1);
  const Explanation explanation = ranking.explain(0);
  EXPECT_TRUE(explanation.changes.empty());
  EXPECT_TRUE(explanation.parts.empty());
  EXPECT_EQ(explanation.score, 0.f);
}

TEST(Ranking, AgreementComparesScoresWithMeasuredTimes) {
  auto opened = open({test::measured("capsule.hlo.txt.gz"), test::measured("capsule.npz")});
  ASSERT_TRUE(opened.ok());
  const auto analytical = model::computeAnalyticalCosts(opened->program, opened->configurations);
  Ranking ranking = rankAnalytically(*opened, analytical);
  ranking.step(ranking.total());
  const auto agreement = ranking.agreement();
  ASSERT_TRUE(agreement.has_value());
  EXPECT_GT(agreement->tau, .2);
  EXPECT_GT(agreement->pairAccuracy, .6);
  EXPECT_GE(agreement->slowdown1, agreement->slowdown5);
  EXPECT_GE(agreement->slowdown5, agreement->slowdown10);
  EXPECT_LE(agreement->configurations, opened->configurations.count);
}

TEST(Ranking, WithoutTimesThereIsNoAgreement) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  EXPECT_FALSE(rankAnalytically(opened, analytical).agreement().has_value());
}

// Returns synthetic scores of an early- or late-join network for all configurations.
std::vector<float> networkScores(const Opened& opened) {
  std::vector<float> scores;
  for (size_t c = 0; c < opened.configurations.count; ++c) scores.push_back(2 + std::sin(static_cast<float>(c)));
  return scores;
}

constexpr float kReferenceScore = 2;

TEST(JoinedRanking, StopsAtTheLastNetworkScoreAndAddsNetworkScores) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking tables(opened, analytical, numbered(opened, .25f), model::Aggregation::kSum, model::Scale::kSignedLog);
  tables.step(tables.total());
  Ranking ranking(opened, analytical, numbered(opened, .25f), model::Aggregation::kSum, model::Scale::kSignedLog,
                  kReferenceScore);
  const std::vector<float> network = networkScores(opened);
  EXPECT_TRUE(ranking.step(1000));
  EXPECT_EQ(ranking.scored(), 0u);
  ASSERT_TRUE(ranking.addConfigurationScores(std::span(network).first(10)).ok());
  EXPECT_TRUE(ranking.step(1000));
  EXPECT_EQ(ranking.scored(), 10u);
  ASSERT_TRUE(ranking.addConfigurationScores(std::span(network).subspan(10)).ok());
  EXPECT_FALSE(ranking.step(1000));
  for (size_t c = 0; c < ranking.total(); ++c) {
    EXPECT_EQ(ranking.scores()[c], tables.scores()[c] + (network[c] - kReferenceScore)) << c;
    const Explanation explanation = ranking.explain(c);
    EXPECT_EQ(explanation.score, ranking.scores()[c]);
    EXPECT_EQ(*explanation.configurationScore, network[c] - kReferenceScore);
    EXPECT_EQ(explanation.z, tables.explain(c).z);
  }
}

TEST(JoinedRanking, WithoutTablesTheOrderIsThatOfTheNetworkScores) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking(opened, analytical, zeroTables(opened), model::Aggregation::kSum, model::Scale::kIdentity,
                  kReferenceScore);
  const std::vector<float> network = networkScores(opened);
  ASSERT_TRUE(ranking.addConfigurationScores(network).ok());
  ranking.step(ranking.total());
  const auto order = ranking.top(ranking.total());
  for (size_t i = 1; i < order.size(); ++i) EXPECT_LE(network[order[i - 1]], network[order[i]]);
  EXPECT_TRUE(ranking.explain(order[0]).parts.empty());
}

TEST(JoinedRanking, ScoresAnUnlistedChoiceOnceItsNetworkScoreIsAdded) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking(opened, analytical, numbered(opened, 1), model::Aggregation::kSum, model::Scale::kIdentity,
                  kReferenceScore);
  const std::vector<uint8_t>& reference = opened.configurations.reference;
  EXPECT_EQ(ranking.score(reference), 0.f);
  const auto settings = unscoredChoices(opened, ranking, {&reference, 1}, 0);
  const configs::LayoutTable& table = opened.configurations.table;
  // Expects one choice per layout of the first tensor, except the layout that the reference configuration has.
  ASSERT_EQ(settings.size(), table.rowBegin[1] - 1);
  EXPECT_FALSE(ranking.canScore(settings[0]));
  ASSERT_TRUE(ranking.addChoiceScores(settings, std::vector<float>(settings.size(), 5)).ok());
  EXPECT_TRUE(unscoredChoices(opened, ranking, {&reference, 1}, 0).empty());
  for (const ScoredRow& setting : scoreRows(opened, ranking, reference, 0))
    EXPECT_EQ(setting.score, setting.z + (setting.row == reference[0] ? 0 : 5 - kReferenceScore));
  EXPECT_EQ(*ranking.explain(settings[0]).configurationScore, 5 - kReferenceScore);
}

TEST(JoinedRanking, TheReferenceScoresExactlyZeroDespiteRounding) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking(opened, analytical, zeroTables(opened), model::Aggregation::kSum, model::Scale::kIdentity,
                  kReferenceScore);
  ASSERT_TRUE(
      ranking.addConfigurationScores(std::vector<float>(ranking.total(), std::nextafter(kReferenceScore, 3.f))).ok());
  ranking.step(ranking.total());
  EXPECT_EQ(ranking.scores()[0], 0.f);  // the first candidate has the layouts in the HLO file, which score 0
  EXPECT_GT(ranking.scores()[1], 0.f);
}

TEST(JoinedRanking, RejectsAWrongNumberOfScoresAndScoresThatAreNotFinite) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking(opened, analytical, zeroTables(opened), model::Aggregation::kSum, model::Scale::kIdentity,
                  kReferenceScore);
  EXPECT_FALSE(ranking.addConfigurationScores(std::vector<float>(ranking.total() + 1, 1)).ok());
  EXPECT_FALSE(ranking.addConfigurationScores(std::vector<float>{1, NAN}).ok());
  EXPECT_FALSE(ranking.addChoiceScores(std::vector<Choice>{opened.configurations.reference}, {}).ok());
  EXPECT_EQ(ranking.configurationScoreCount(), 0u);
}

}  // namespace
}  // namespace hlorank::session
