// Tests scores of the model that simulates the compiler: equality with LibTorch on the published model, and properties
// that scores must have.
#include "shared/model/loop_scorer.h"
#include "shared/model/loop_golden.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "shared/model/card.h"
#include "shared/session/open.h"
#include "tests/support/suite.h"

namespace hlorank {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path kModel = fs::path(HLORANK_ROOT) / "web/public/models/simulated";

model::LoopPrices publishedPrices() {
  const auto card = model::readCard(test::readFile(kModel / "model.json"));
  EXPECT_TRUE(card) << (card ? "" : card.error().message);
  const auto weights = model::readWeights(test::readFile(kModel / "model.onnx"));
  EXPECT_TRUE(weights);
  auto prices = model::LoopPrices::make(*weights, card->loopNetworks);
  EXPECT_TRUE(prices) << (prices ? "" : prices.error().message);
  return std::move(*prices);
}

session::Opened opened(const std::string& program) {
  const fs::path folder = fs::path(HLORANK_ROOT) / "data/measured";
  auto result = session::open({{program + ".hlo.txt.gz", test::readFile(folder / (program + ".hlo.txt.gz"))},
                               {program + ".npz", test::readFile(folder / (program + ".npz"))}},
                              {}, nullptr);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return std::move(*result);
}

// Expects the scores in the golden example of the model card, which LibTorch computed after training.
TEST(LoopPrices, equalThoseOfLibTorchOnTheGoldenExample) {
  const Json card = Json::parse(test::readFile(kModel / "model.json"));
  double largest = 0;
  for (const Json& score : card.at("golden").at("scores")) largest = std::max(largest, score.get<double>());
  const auto difference = model::goldenDifference(card, publishedPrices());
  ASSERT_TRUE(difference) << difference.error().message;
  EXPECT_LT(*difference, 1e-5 * largest);
}

TEST(LoopPrices, reportAGoldenExampleThatIsDamaged) {
  Json card = Json::parse(test::readFile(kModel / "model.json"));
  const model::LoopPrices prices = publishedPrices();
  const auto differenceWith = [&](auto change) {
    Json changed = card;
    change(changed.at("golden"));
    return model::goldenDifference(changed, prices);
  };
  const auto other = differenceWith([](Json& golden) { golden["scores"][0] = -golden["scores"][0].get<double>(); });
  ASSERT_TRUE(other);
  EXPECT_GT(*other, 1);
  EXPECT_FALSE(differenceWith([](Json& golden) { golden["inputs"]["accessOf"]["data"][0] = 1000; }));
  EXPECT_FALSE(differenceWith([](Json& golden) { golden["inputs"]["weight"]["data"].erase(0); }));
  EXPECT_FALSE(differenceWith([](Json& golden) { golden["inputs"]["access"]["data"][0] = "x"; }));
  EXPECT_FALSE(differenceWith([](Json& golden) { golden.erase("scores"); }));
  card.erase("golden");
  EXPECT_FALSE(model::goldenDifference(card, prices));
}

TEST(LoopPrices, nameTheWeightThatIsMissingOrNotFinite) {
  auto weights = *model::readWeights(test::readFile(kModel / "model.onnx"));
  weights[2].values[0] = NAN;
  const auto damaged = model::LoopPrices::make(weights, 3);
  ASSERT_FALSE(damaged);
  EXPECT_NE(damaged.error().message.find(weights[2].name), std::string::npos) << damaged.error().message;
  EXPECT_FALSE(model::LoopPrices::make(weights, 4));
}

class LoopScorer : public testing::TestWithParam<const char*> {
 protected:
  LoopScorer() : program(opened(GetParam())), scorer(program, publishedPrices()) {}
  session::Opened program;
  model::LoopScorer scorer;
};

TEST_P(LoopScorer, programLayoutsScoreZero) {
  EXPECT_EQ(scorer.score(program.configurations.reference), 0);
}

TEST_P(LoopScorer, scoresDoNotDependOnWhatWasScoredBefore) {
  const size_t count = program.configurations.count;
  std::vector<float> forwards(count), backwards(count);
  for (size_t c = 0; c < count; ++c) forwards[c] = scorer.score(program.configurations.choice(c));
  for (size_t c = count; c-- > 0;) backwards[c] = scorer.score(program.configurations.choice(c));
  EXPECT_EQ(forwards, backwards);
  EXPECT_NE(*std::min_element(forwards.begin(), forwards.end()), *std::max_element(forwards.begin(), forwards.end()));
}

// The scorer reuses the loops that did not change since the last configuration; a new scorer simulates all of them.
TEST_P(LoopScorer, scoresEqualThoseOfANewScorer) {
  const configs::LayoutTable& table = program.configurations.table;
  std::mt19937 random(1);
  std::vector<uint8_t> choice = program.configurations.reference;
  for (int step = 0; step < 40; ++step) {
    const size_t slot = random() % table.slots.size();
    choice[slot] = static_cast<uint8_t>(random() % (table.rowBegin[slot + 1] - table.rowBegin[slot] + 1));
    const float score = scorer.score(choice);
    EXPECT_EQ(score, model::LoopScorer(program, publishedPrices()).score(choice)) << "step " << step;
    if (step % 10 == 9) choice = program.configurations.reference;
  }
}

TEST_P(LoopScorer, sameLoopsHaveTheSameHashAndTheSameScore) {
  std::map<uint64_t, float> scores;
  std::set<float> different;
  const size_t count = program.configurations.count;
  for (size_t c = 0; c < count; ++c) {
    float score = 0, repeated = 0;
    std::vector<uint64_t> hashes, again;
    scorer.scoreRange(c, 1, &score, &hashes);
    scorer.scoreRange(c, 1, &repeated, &again);
    EXPECT_EQ(score, repeated);
    EXPECT_EQ(hashes, again);
    const uint64_t hash = hashes.front();
    EXPECT_EQ(scores.try_emplace(hash, score).first->second, score) << c;
    different.insert(score);
  }
  EXPECT_GE(scores.size(), different.size());
  EXPECT_GT(different.size(), 1u);
}

TEST_P(LoopScorer, changesExplainTheScore) {
  const auto sumOf = [&](std::span<const uint8_t> a, std::span<const uint8_t> b) {
    double sum = 0;
    for (const model::LoopChange& change : scorer.changes(a, b)) sum += change.amount;
    return sum;
  };
  const configs::Configurations& all = program.configurations;
  for (size_t c = 0; c < all.count; c += 7) {
    const float score = scorer.score(all.choice(c));
    const double amount = sumOf(all.choice(c), all.reference);
    EXPECT_NEAR(sumOf(all.reference, all.choice(c)), -amount, 1e-3);
    // Checks only configurations whose score differs much from 0, because the networks of the ensemble may disagree
    // about the sign of small differences.
    if (std::abs(score) > 1) {
      EXPECT_GT(amount * double(score), 0) << "configuration " << c;
    }
  }
}

TEST_P(LoopScorer, tablesHoldTheScoresOfSingleChanges) {
  const model::Tables tables = scorer.tablesOfSingleChanges(100'000);
  const configs::LayoutTable& table = program.configurations.table;
  ASSERT_EQ(tables.rows.size(), table.rows());
  for (uint32_t slot = 0; slot < table.slots.size(); ++slot)
    for (uint32_t row = table.rowBegin[slot]; row < table.rowBegin[slot + 1]; ++row) {
      std::vector<uint8_t> choice = program.configurations.reference;
      choice[slot] = uint8_t(row - table.rowBegin[slot]);
      EXPECT_EQ(tables.rows[row], scorer.score(choice));
    }
  for (const float value : scorer.tablesOfSingleChanges(0).rows) EXPECT_EQ(value, 0);
}

INSTANTIATE_TEST_SUITE_P(Programs, LoopScorer, testing::Values("gru_scan", "attn_einsum_train"));

}  // namespace
}  // namespace hlorank
