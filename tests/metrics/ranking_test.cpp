#include "shared/metrics/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <sstream>
#include <vector>

#include "tests/support/suite.h"

namespace hlorank::metrics {
namespace {

struct Case {
  std::string name;
  std::vector<float> scores;
  std::vector<double> times;
  double tau, accuracy;
};

template <class T>
std::vector<T> numbers(const std::string& list) {
  std::vector<T> values;
  std::istringstream text(list);
  for (std::string value; std::getline(text, value, ',');)
    values.push_back(static_cast<T>(std::strtod(value.c_str(), nullptr)));
  return values;
}

std::vector<Case> cases() {
  std::vector<Case> result;
  std::istringstream lines(test::readFile(test::testData("metrics/ranking.tsv")));
  std::string name, scores, times, tau, accuracy;
  while (lines >> name >> scores >> times >> tau >> accuracy)
    result.push_back({name, numbers<float>(scores), numbers<double>(times), std::strtod(tau.c_str(), nullptr),
                      std::strtod(accuracy.c_str(), nullptr)});
  return result;
}

void expectEqual(double actual, double expected, const std::string& name) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << name << ": " << actual;
  } else {
    EXPECT_NEAR(actual, expected, 1e-12) << name;
  }
}

// Returns random scores and times without ties, which are weakly correlated.
Case withoutTies(size_t n, uint32_t seed) {
  std::mt19937 random(seed);
  Case result;
  result.times.resize(n);
  std::iota(result.times.begin(), result.times.end(), 1.0);
  for (size_t i = 0; i < n; ++i)
    result.scores.push_back(static_cast<float>(i) / 2 + static_cast<float>(random() % 1000003) / 50000);
  return result;
}

TEST(KendallTauTest, EqualsSciPyWithTiesAndNans) {
  ASSERT_GT(cases().size(), 20u);
  for (const Case& c : cases()) expectEqual(kendallTau(c.scores, c.times), c.tau, c.name);
}

TEST(KendallTauTest, OfEmptyInputIsNan) {
  EXPECT_TRUE(std::isnan(kendallTau({}, {})));
}

TEST(KendallTauTest, DoesNotDependOnTheOrderOfConfigurations) {
  std::mt19937 random(5);
  for (const Case& c : cases()) {
    std::vector<size_t> order(c.scores.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::shuffle(order.begin(), order.end(), random);
    Case shuffled;
    for (size_t i : order) shuffled.scores.push_back(c.scores[i]), shuffled.times.push_back(c.times[i]);
    expectEqual(kendallTau(shuffled.scores, shuffled.times), kendallTau(c.scores, c.times), c.name);
    expectEqual(pairAccuracy(shuffled.scores, shuffled.times), pairAccuracy(c.scores, c.times), c.name);
  }
}

TEST(KendallTauTest, WithoutTiesEqualsTwicePairAccuracyMinusOne) {
  for (size_t n : {2, 3, 64, 1000}) {
    const Case c = withoutTies(n, 6);
    EXPECT_NEAR(kendallTau(c.scores, c.times), 2 * pairAccuracy(c.scores, c.times) - 1, 1e-12);
  }
}

TEST(KendallTauTest, CountsMorePairsThan32BitsHold) {
  const size_t n = 200000;
  std::vector<float> scores(n);
  std::vector<double> times(n);
  for (size_t i = 0; i < n; ++i) scores[i] = static_cast<float>(n - i), times[i] = static_cast<double>(i);
  EXPECT_NEAR(kendallTau(scores, times), -1, 1e-12);
}

TEST(PairAccuracyTest, EqualsItsDefinition) {
  for (const Case& c : cases()) expectEqual(pairAccuracy(c.scores, c.times), c.accuracy, c.name);
}

TEST(PairAccuracyTest, MarginExcludesPairsWithCloseTimes) {
  const std::vector<float> scores = {2, 1, 3};
  const std::vector<double> times = {100, 101, 110};
  EXPECT_NEAR(pairAccuracy(scores, times), 2 / 3., 1e-12);
  EXPECT_EQ(pairAccuracy(scores, times, .02), 1);
  EXPECT_TRUE(std::isnan(pairAccuracy(scores, times, .5)));
}

// Computes the pair accuracy by its definition: compares all pairs of configurations whose times differ by more than
// the margin.
double bruteForceAccuracy(const Case& c, double margin) {
  double right = 0, counted = 0;
  for (size_t i = 0; i < c.times.size(); ++i)
    for (size_t j = 0; j < c.times.size(); ++j) {
      if (!(c.times[i] - c.times[j] > margin * c.times[j])) continue;
      ++counted;
      right += c.scores[i] > c.scores[j];
    }
  return counted > 0 ? right / counted : kNan;
}

TEST(PairAccuracyTest, WithAMarginEqualsBruteForce) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    Case c;
    const size_t n = random() % 40;
    for (size_t i = 0; i < n; ++i) {  // few distinct values, so that scores and times have ties
      c.scores.push_back(static_cast<float>(random() % 12));
      c.times.push_back(100 + static_cast<double>(random() % 30));
    }
    for (double margin : {.001, .02, .1})
      expectEqual(pairAccuracy(c.scores, c.times, margin), bruteForceAccuracy(c, margin), "");
  }
}

TEST(RanksTest, KeepTheOrderOfTimesThatFloatsCannotDistinguish) {
  const std::vector<double> times = {1e12 + 2, 1e12, 1e12 + 1, 1e12};
  EXPECT_EQ(ranks(times), (std::vector<float>{3, 0, 2, 0}));
}

TEST(PairAccuracyTest, ATinyMarginEqualsNoMargin) {
  for (const Case& c : cases()) expectEqual(pairAccuracy(c.scores, c.times, 1e-300), c.accuracy, c.name);
}

TEST(SlowdownTest, ComparesTheBestOfTheTopKWithTheBestOfAll) {
  const std::vector<float> scores = {1, 2, 3, 4};
  const std::vector<double> times = {12, 15, 10, 11};
  EXPECT_NEAR(slowdown(scores, times, 1), .2, 1e-12);
  EXPECT_NEAR(slowdown(scores, times, 2), .2, 1e-12);
  EXPECT_EQ(slowdown(scores, times, 3), 0);
  EXPECT_EQ(slowdown(scores, times, 100), 0);
}

TEST(SlowdownTest, BreaksTiesByIndex) {
  EXPECT_EQ(slowdown(std::vector<float>{1, 1}, std::vector<double>{2, 1}, 1), 1);
  EXPECT_EQ(slowdown(std::vector<float>{1, 1}, std::vector<double>{1, 2}, 1), 0);
}

TEST(SlowdownTest, DoesNotIncreaseWithK) {
  const Case c = withoutTies(300, 8);
  for (size_t k = 1; k < 300; ++k) EXPECT_LE(slowdown(c.scores, c.times, k + 1), slowdown(c.scores, c.times, k));
  EXPECT_EQ(slowdown(c.scores, c.times, 300), 0);
}

TEST(SlowdownTest, OfEmptyInputOrNansIsNan) {
  EXPECT_TRUE(std::isnan(slowdown({}, {}, 1)));
  EXPECT_TRUE(std::isnan(slowdown(std::vector<float>{1}, std::vector<double>{1}, 0)));
  EXPECT_TRUE(std::isnan(slowdown(std::vector<float>{1, 2}, std::vector<double>{1, kNan}, 1)));
}

}  // namespace
}  // namespace hlorank::metrics
