// Tests calibration (probabilities from score differences) and similarity on scores and embeddings with known results.
#include "native/train/confidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "shared/model/confidence.h"
#include "shared/model/schema.h"

namespace hlorank::train {
namespace {

TEST(Confidence, calibrationCurveMatchesGaussianNoise) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 1);
  PairCalibration orders;
  for (int program = 0; program < 20; ++program) {
    std::vector<float> scores;
    std::vector<double> times;
    for (int i = 0; i < 40; ++i) {
      scores.push_back(float(random() % 1000) / 100);
      times.push_back(100 + scores.back() + noise(random));
    }
    orders.add(scores, times);
  }
  const auto curve = orders.curve();
  ASSERT_GE(curve.size(), 8u);
  for (size_t i = 1; i < curve.size(); ++i) {
    EXPECT_GT(curve[i][0], curve[i - 1][0]);
    EXPECT_GE(curve[i][1], curve[i - 1][1]);
  }
  // Both measured times have noise of standard deviation 1, so a pair is in order with probability Φ(difference / √2).
  for (const auto& point : curve)
    EXPECT_NEAR(point[1].get<double>(), .5 * std::erfc(-point[0].get<double>() / 2), .06) << point;
  EXPECT_NEAR(differenceAtAccuracy(curve, .9), 1.2816 * std::sqrt(2), .25);
}

TEST(Confidence, curveGroupsMatchAnExactSortOfAllPairs) {
  // Builds 50,000 programs with two configurations each, and score differences from 1e-4 to 1e4.
  std::mt19937 random(3);
  std::vector<std::pair<double, double>> pairs;
  PairCalibration orders;
  for (int i = 0; i < 50'000; ++i) {
    const float apart = std::pow(10.f, float(random() % 8000) / 1000 - 4);
    const bool inOrder = float(random() % 1000) / 1000 < .5 + .06 * (std::log10(apart) + 4);
    orders.add(std::vector<float>{0, apart}, std::vector<double>{inOrder ? 1. : 3., 2});
    pairs.push_back({apart, inOrder});
  }
  std::sort(pairs.begin(), pairs.end());
  const auto curve = orders.curve();
  ASSERT_EQ(curve.size(), 12u);
  for (size_t group = 0; group < 12; ++group) {
    double apart = 0, inOrder = 0;
    const size_t begin = group * pairs.size() / 12, end = (group + 1) * pairs.size() / 12;
    for (size_t i = begin; i < end; ++i) {
      apart += pairs[i].first / double(end - begin);
      inOrder += pairs[i].second / double(end - begin);
    }
    EXPECT_NEAR(curve[group][0].get<double>(), apart, 2e-3 * apart + 1e-4);
    EXPECT_NEAR(curve[group][1].get<double>(), inOrder, 5e-3);
  }
}

TEST(Confidence, theCurveOfGainsAscendsAndFollowsTheLawOfTheData) {
  std::mt19937 random(4);
  GainCalibration gains;
  for (int i = 0; i < 59; ++i) gains.add(1, true);
  EXPECT_TRUE(gains.curve().is_null());  // there is no curve, because there are too few programs
  gains = {};
  for (int i = 0; i < 6000; ++i) {
    const float gain = float(random() % 6000) / 1000 - 2;  // predicted gain, from -2 to 4
    gains.add(gain, float(random() % 1000) / 1000 < .2f + .1f * (gain + 2));
  }
  const auto curve = gains.curve();
  ASSERT_GE(curve.size(), 8u);
  for (size_t i = 0; i < curve.size(); ++i) {
    EXPECT_NEAR(curve[i][1].get<double>(), .2 + .1 * (curve[i][0].get<double>() + 2), .06) << curve[i];
    if (i == 0) continue;
    EXPECT_GT(curve[i][1], curve[i - 1][1]);
    EXPECT_GT(curve[i][0], curve[i - 1][0]);
  }
  GainCalibration falling;  // the better the score, the slower: isotonic regression then gives one fraction for all
  for (int i = 0; i < 120; ++i) falling.add(float(i), i < 40);
  ASSERT_EQ(falling.curve().size(), 1u);
  EXPECT_NEAR(falling.curve()[0][1].get<double>(), 1. / 3, 1e-4);
}

TEST(Confidence, aGainIsInterpolatedAndConstantBeyondTheEnds) {
  model::Confidence confidence;
  confidence.pairs = {{0, .5f}, {1, .9f}};
  EXPECT_FLOAT_EQ(confidence.gainConfidence(1), .9f);  // without a curve of gains, the probability comes from pairs
  EXPECT_FLOAT_EQ(confidence.gainConfidence(-1), .1f);
  confidence.gains = {{-1, .2f}, {1, .6f}};
  EXPECT_FLOAT_EQ(confidence.gainConfidence(-5), .2f);
  EXPECT_FLOAT_EQ(confidence.gainConfidence(0), .4f);
  EXPECT_FLOAT_EQ(confidence.gainConfidence(5), .6f);
}

TEST(Confidence, pairsWithEqualTimesAreSkippedAndEqualScoresCountHalf) {
  PairCalibration orders;
  orders.add(std::vector<float>{1, 1, 2}, std::vector<double>{5, 6, 6});
  // The pair with scores (1, 1) counts half. The pair with scores (1, 2) and times (5, 6) is in order. The third pair
  // has equal times and does not count.
  const auto curve = orders.curve();
  ASSERT_FALSE(curve.empty());
  EXPECT_EQ(curve.front()[1], .5);
  EXPECT_EQ(curve.back()[1], 1);
}

TEST(Confidence, theNearestProgramsAreOfTheSameFamilyAfterReadingTheCard) {
  std::mt19937 random(2);
  std::vector<EmbeddedProgram> programs;
  nlohmann::ordered_json card;
  for (int family = 0; family < 10; ++family) {
    for (int member = 0; member < 4; ++member) {
      std::vector<float> embedding(model::kNodeInputs);
      for (size_t i = 0; i < embedding.size(); ++i)
        embedding[i] = float((family * 7919 + int(i) * 104729) % 13) / 13 + .01f * float(random() % 100) / 100;
      programs.push_back({embedding, "family" + std::to_string(family), .8});
      card["training"]["data"].push_back({{"name", std::to_string(family) + "/" + std::to_string(member)}});
    }
  }
  card["confidence"] = {{"pairs", {{1, .9}}}, {"separable", 1}, {"similarity", makeSimilarity(programs)}};
  const model::Confidence confidence = model::parseConfidence(card);
  ASSERT_EQ(confidence.programs.size(), 40u);
  ASSERT_EQ(confidence.bands.size(), 3u);
  for (size_t i = 0; i < programs.size(); ++i) {
    const auto nearest = confidence.nearest(programs[i].embedding, 4);
    EXPECT_NEAR(nearest[0].distance, 0, 1e-2);
    for (const auto& neighbour : nearest)
      EXPECT_EQ(neighbour.name.substr(0, neighbour.name.find('/')), std::to_string(i / 4)) << i;
  }
  EXPECT_EQ(confidence.bandOf(1e6f), nullptr);
}

TEST(Confidence, onlyLearnedProgramsAreNeighbours) {
  std::vector<EmbeddedProgram> programs;
  nlohmann::ordered_json card;
  for (int i = 0; i < 8; ++i) {
    std::vector<float> embedding(model::kNodeInputs, float(i));
    const bool learned = i % 2 == 0;
    programs.push_back({embedding, "one", learned ? std::nan("") : .9, learned});
    if (learned) card["training"]["data"].push_back({{"name", std::to_string(i)}});
  }
  card["confidence"] = {{"pairs", {{1, .9}}}, {"separable", 1}, {"similarity", makeSimilarity(programs)}};
  const model::Confidence confidence = model::parseConfidence(card);
  EXPECT_EQ(confidence.programs, (std::vector<std::string>{"0", "2", "4", "6"}));
  const float apart = confidence.nearest(programs[1].embedding, 1)[0].distance;
  EXPECT_GT(apart, 1);
  // Every held-out program is as far from a learned one of the same family.
  ASSERT_FALSE(confidence.bands.empty());
  for (const model::DistanceBand& band : confidence.bands) EXPECT_NEAR(band.upTo, apart, .01f * apart);
}

TEST(Confidence, theCardPlacesProgramsExactlyEvenIfTheirEmbeddingsHardlyDiffer) {
  std::mt19937 random(5);
  std::vector<EmbeddedProgram> programs;
  nlohmann::ordered_json card;
  for (int program = 0; program < 12; ++program) {
    std::vector<float> embedding(model::kNodeInputs);
    for (float& value : embedding) value = .123456f + 1e-3f * float(random() % 1000) / 1000;
    programs.push_back({embedding, std::to_string(program), .8});
    card["training"]["data"].push_back({{"name", std::to_string(program)}});
  }
  card["confidence"] = {{"pairs", {{1, .9}}}, {"separable", 1}, {"similarity", makeSimilarity(programs)}};
  const model::Confidence confidence = model::parseConfidence(card);
  for (size_t i = 0; i < programs.size(); ++i) {
    const auto nearest = confidence.nearest(programs[i].embedding, 1);
    EXPECT_EQ(nearest[0].name, std::to_string(i));
    EXPECT_LT(nearest[0].distance, 1e-2);
  }
}

}  // namespace
}  // namespace hlorank::train
