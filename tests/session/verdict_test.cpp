#include "shared/session/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/session/programs.h"

namespace hlorank::session {
namespace {

// A program with measured times in microseconds: one for the layouts in the HLO file, one for the compiler default if
// given (0: not measured), and one for all other configurations.
struct Judged {
  Opened opened = test::opened(test::kDots, 20);
  model::AnalyticalCosts analytical;

  Judged(int64_t programLayouts, int64_t compilerDefault, int64_t others) {
    configs::Configurations& all = opened.configurations;
    all.runtimes.assign(all.count, others * 1000);
    all.runtimes[0] = programLayouts * 1000;
    if (compilerDefault > 0) {
      all.compilerDefault = 1;
      all.leftToCompiler.assign(all.count, 0);
      all.leftToCompiler[1] = 1;
      all.runtimes[1] = compilerDefault * 1000;
    }
    analytical = model::computeAnalyticalCosts(opened.program, all);
  }

  Verdict verdict(const model::Confidence& confidence = {}) const {
    Ranking ranking = rankAnalytically(opened, analytical);
    ranking.step(ranking.total());
    return judge(opened, ranking, confidence).value();
  }
};

TEST(Verdict, AGainIsMeasuredAgainstTheCompilerDefault) {
  const Verdict verdict = Judged(3000, 2410, 1820).verdict();
  EXPECT_EQ(verdict.kind, Verdict::Kind::kMeasuredGain);
  EXPECT_TRUE(verdict.baseline.isCompilerDefault);
  EXPECT_NE(verdict.text.find("takes 1.820 ms: 24 % less than the layouts that the compiler chooses on its own (2.410 "
                              "ms)"),
            std::string::npos)
      << verdict.text;
}

TEST(Verdict, AGainOnlyAgainstTheProgramLayoutsIsNoGain) {
  const Verdict verdict = Judged(627, 436, 436).verdict();
  EXPECT_EQ(verdict.kind, Verdict::Kind::kTie);
  EXPECT_NE(verdict.text.find("No layout change helps"), std::string::npos) << verdict.text;
}

TEST(Verdict, AGainWithinTheNoiseOfTheMeasurementIsNoGain) {
  Judged judged(3000, 2410, 2300);
  EXPECT_EQ(judged.verdict().kind, Verdict::Kind::kMeasuredGain);
  judged.opened.configurations.passSpread = .051;
  const Verdict verdict = judged.verdict();
  EXPECT_EQ(verdict.kind, Verdict::Kind::kTie);
  EXPECT_NE(verdict.text.find("more than 5.1 % faster"), std::string::npos) << verdict.text;
  EXPECT_EQ(verdict.detail, "The passes of this measurement differ by 5.1 %.");
}

TEST(Verdict, TheProgramLayoutsMayBePartial) {
  Judged judged(2000, 0, 1500);
  configs::Configurations& all = judged.opened.configurations;
  const size_t slots = all.table.slots.size(), last = all.table.rowBegin[slots - 1];
  const uint8_t written = all.reference.back();
  // A partial layout, which names only the most minor dimension and is completed to the written one.
  configs::Layout partial = configs::kAbsent;
  partial[0] = all.table.layouts[last + written][0];
  all.table.layouts.push_back(partial);
  const auto added = static_cast<uint8_t>(all.table.rowBegin.back()++ - last);
  // Of the last tensor, configuration 0 has another layout, and configuration 1 the partial one.
  for (size_t c = 0; c < 2; ++c)
    std::copy(all.reference.begin(), all.reference.end(), all.choices.begin() + std::ptrdiff_t(c * slots));
  all.choices[slots - 1] = written == 0 ? 1 : 0;
  all.choices[2 * slots - 1] = added;
  std::swap(all.runtimes[0], all.runtimes[1]);
  judged.analytical = model::computeAnalyticalCosts(judged.opened.program, all);
  const Verdict verdict = judged.verdict();
  EXPECT_NE(verdict.text.find("25 % less than the program layouts (2.000 ms)"), std::string::npos) << verdict.text;
}

TEST(Verdict, WithoutACompilerDefaultItNamesTheProgramLayouts) {
  const Verdict verdict = Judged(2000, 0, 1500).verdict();
  EXPECT_EQ(verdict.kind, Verdict::Kind::kMeasuredGain);
  EXPECT_NE(verdict.text.find("25 % less than the program layouts (2.000 ms)"), std::string::npos) << verdict.text;
  EXPECT_NE(verdict.text.find("were not measured"), std::string::npos) << verdict.text;
}

TEST(Verdict, TheCompilerHasAlreadyChosenTheLayoutsOfAnOptimisedModule) {
  Judged judged(0, 0, 0);
  judged.opened.configurations.runtimes.clear();
  judged.opened.notices = {{"optimised", ""}};
  const Verdict verdict = judged.verdict();
  EXPECT_EQ(verdict.kind, Verdict::Kind::kTie);
  EXPECT_EQ(verdict.text, "The compiler has already chosen these layouts.");
  EXPECT_TRUE(verdict.baseline.isCompilerDefault);
  EXPECT_EQ(verdict.baseline.score, 0.f);
}

// Returns the verdict on a ranking in which each layout other than that of the HLO file contributes `entry` to the
// score; lower is faster.
Verdict predicted(float entry, const model::Confidence& confidence, std::vector<Notice> notices = {}) {
  Opened opened = test::opened(test::kDots, 20);
  opened.notices = std::move(notices);
  const configs::LayoutTable& table = opened.configurations.table;
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  model::Tables tables{std::vector<float>(table.rows(), entry), {}, {}};
  for (size_t slot = 0; slot < table.slots.size(); ++slot) tables.rows[table.rowBegin[slot]] = 0;
  Ranking ranking(opened, analytical, std::move(tables), model::Aggregation::kSum, model::Scale::kIdentity);
  ranking.step(ranking.total());
  return judge(opened, ranking, confidence).value();
}

TEST(Verdict, NamesTheUsersConfigurationIfItIsTheFirst) {
  const Opened opened = test::opened(test::kDots, 5);
  const configs::LayoutTable& table = opened.configurations.table;
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  model::Tables tables{std::vector<float>(table.rows(), -1), {}, {}};
  for (size_t slot = 0; slot < table.slots.size(); ++slot) tables.rows[table.rowBegin[slot]] = 0;
  Ranking ranking(opened, analytical, std::move(tables), model::Aggregation::kSum, model::Scale::kIdentity);
  ranking.step(ranking.total());
  std::vector<uint8_t> best(table.slots.size(), 0);
  for (size_t slot = 0; slot < best.size(); ++slot) best[slot] = table.rowBegin[slot + 1] - table.rowBegin[slot] > 1;
  ASSERT_LT(ranking.score(best), ranking.scores()[ranking.top(1)[0]]);
  ranking.setUserConfigurations({best});
  model::Confidence confidence;
  confidence.pairs = {{0, .5f}, {1, .95f}};
  const Verdict verdict = judge(opened, ranking, confidence).value();
  const std::string number = std::to_string(opened.configurations.count);
  EXPECT_NE(verdict.text.find("onfiguration " + number + " (added on this page), the first"), std::string::npos)
      << verdict.text;
}

TEST(Verdict, APredictionIsAGainOnlyIfItIsConfident) {
  model::Confidence confidence;
  confidence.pairs = {{0, .5f}, {1, .95f}};
  confidence.separable = .9f;
  const Verdict likely = predicted(-5, confidence);
  EXPECT_EQ(likely.kind, Verdict::Kind::kPredictedGain);
  EXPECT_NE(likely.text.find("faster than the program layouts with a probability of 0.95"), std::string::npos)
      << likely.text;
  EXPECT_EQ(predicted(-1e-3f, confidence).kind, Verdict::Kind::kTie);
  EXPECT_EQ(predicted(5, confidence).kind, Verdict::Kind::kTie);
  EXPECT_EQ(predicted(-5, {}).kind, Verdict::Kind::kUncalibrated);
}

TEST(Verdict, NothingIsPredictedForAModuleStraightFromAFramework) {
  model::Confidence confidence;
  confidence.pairs = {{0, .5f}, {1, .95f}};
  const Verdict verdict = predicted(-5, confidence, {{"raw", ""}});
  EXPECT_EQ(verdict.kind, Verdict::Kind::kUncalibrated);
  EXPECT_FALSE(verdict.probability.has_value());
  EXPECT_NE(verdict.text.find("cannot be predicted before the compiler has simplified this module"), std::string::npos)
      << verdict.text;
}

TEST(Verdict, TheProbabilityOfAGainIsThatOfTheFirstOfMany) {
  model::Confidence confidence;
  confidence.pairs = {{0, .5f}, {1, .95f}};
  confidence.gains = {{0, .3f}, {2, .6f}, {1e6f, .6f}};
  const Verdict tie = predicted(-5, confidence);
  EXPECT_EQ(tie.kind, Verdict::Kind::kTie);
  EXPECT_NEAR(tie.probability.value(), .6, 1e-6);
  EXPECT_EQ(tie.text.find("No gain over the program layouts can be predicted. Measure with `hlorank tune`."), 0u)
      << tie.text;
  EXPECT_EQ(tie.text.find("probability"), std::string::npos) << tie.text;
  EXPECT_NE(tie.detail.find("the first, is faster than the program layouts with a probability of 0.60"),
            std::string::npos)
      << tie.detail;
  // Expects no probability of a gain, because the layouts in the HLO file are ranked first.
  EXPECT_FALSE(predicted(5, confidence).probability);
  confidence.gains.back().faster = confidence.gains[1].faster = .75f;
  EXPECT_EQ(predicted(-5, confidence).kind, Verdict::Kind::kPredictedGain);
}

TEST(Verdict, ThereIsNoneBeforeTheRankingIsFinished) {
  const Judged judged(3000, 2410, 1820);
  Ranking ranking = rankAnalytically(judged.opened, judged.analytical);
  ranking.step(3);
  EXPECT_FALSE(judge(judged.opened, ranking, {}));
}

}  // namespace
}  // namespace hlorank::session
