// Tests the network: its outputs before training, and that its scores equal those of shared/model/score.h.
#include <gtest/gtest.h>

#include "native/model/model.h"
#include "native/model/torch_network.h"
#include "native/onnx/network_onnx.h"
#include "shared/model/score.h"
#include "tests/native/synthetic.h"

namespace hlorank {
namespace {

using test::analyticalTime;
using test::makeSynthetic;
using test::Synthetic;
using test::syntheticDescription;

// Returns random weights without zeros, so that each part of the network has an effect on scores.
model::Parameters randomParameters(const model::Description& description) {
  model::Parameters parameters = model::initialParameters(description, 3);
  std::mt19937 random(4);
  for (model::Parameter& parameter : parameters)
    for (float& value : parameter.values) value += .2f * (float(random() % 1000) / 500 - 1);
  return parameters;
}

std::vector<float> scorerScores(const Synthetic& s, model::Tables tables, const model::Description& description) {
  const model::TableScorer scorer(s.configurations, s.analytical, std::move(tables), description.aggregation,
                                  description.scale);
  std::vector<float> scores(s.configurations.count);
  scorer.scoreRange(0, scores.size(), scores.data(), nullptr);
  return scores;
}

at::Tensor choicesOf(const Synthetic& s) {
  const int64_t slots = int64_t(s.configurations.table.slots.size());
  at::Tensor choices = at::empty({int64_t(s.configurations.count), slots}, at::TensorOptions().dtype(at::kByte));
  std::copy(s.configurations.choices.begin(), s.configurations.choices.end(), choices.data_ptr<uint8_t>());
  return choices;
}

TEST(Network, beforeTrainingRanksLikeTheAnalyticalCostModel) {
  const Synthetic s = makeSynthetic(12, 50, 1, analyticalTime);
  for (const char* form : {"calibrated", "graph"}) {
    model::Description description = syntheticDescription(form);
    description.aggregation = model::Aggregation::kSum;
    const model::Model model{description, model::initialParameters(description, 1), {}, {}};
    const auto tables = model::makeTables(model, s.inputs, s.configurations);
    ASSERT_TRUE(tables) << tables.error().message;
    const model::Tables costs = model::analyticalTables(s.analytical);
    for (size_t row = 0; row < costs.rows.size(); ++row)
      EXPECT_NEAR(tables->rows[row], 5 * costs.rows[row], 1e-5) << form << " row " << row;
    const auto ours = scorerScores(s, *tables, description), theirs = scorerScores(s, costs, description);
    for (size_t i = 0; i < ours.size(); ++i)
      for (size_t j = 0; j < ours.size(); ++j)
        if (theirs[i] < theirs[j] - 1e-4f) {
          EXPECT_LT(ours[i], ours[j]);
        }
  }
}

TEST(Network, torchScoresEqualThoseOfTheSharedScorer) {
  const Synthetic s = makeSynthetic(13, 60, 2, analyticalTime);
  for (const auto aggregation : {model::Aggregation::kSum, model::Aggregation::kLargestPerValue})
    for (const auto scale : {model::Scale::kIdentity, model::Scale::kSignedLog}) {
      model::Description description = syntheticDescription("everything");
      description.aggregation = aggregation;
      description.scale = scale;
      const model::Model model{description, randomParameters(description), {}, {}};
      const auto tables = model::makeTables(model, s.inputs, s.configurations);
      ASSERT_TRUE(tables) << tables.error().message;
      EXPECT_EQ(tables->pairs.size(), 9 * s.analytical.neighbours.size());
      const auto out =
          model::forward(description, model::toTorch(model.parameters, false), model::toTorch(s.inputs), 0);
      const at::Tensor torch =
          model::scores(description, out, model::scoreIndex(s.configurations, s.analytical), choicesOf(s));
      const auto shared = scorerScores(s, *tables, description);
      for (size_t c = 0; c < shared.size(); ++c)
        EXPECT_NEAR(torch[int64_t(c)].item<float>(), shared[c], 1e-3 + 1e-5 * std::abs(shared[c]))
            << "configuration " << c;
      EXPECT_EQ(shared[0], 0) << "the reference scores exactly 0";
    }
}

TEST(Network, anUntrainedPairCostIsTheRelationWeightTimesTheGate) {
  Synthetic s = makeSynthetic(6, 5, 5, analyticalTime);
  const int64_t entries = 9 * int64_t(s.analytical.neighbours.size());
  std::vector<int64_t> relations;
  std::vector<float> gates;
  for (int64_t i = 0; i < entries; ++i) {
    relations.push_back(i % model::kRelations);
    gates.push_back(float(i % 3));
  }
  s.inputs.push_back({"pairRelation", {entries}, relations});
  s.inputs.push_back({"pairGates", {entries}, gates});
  model::Description description = syntheticDescription("calibrated");
  description.gates = true;
  description.pairWidth = 4;
  model::Model model{description, model::initialParameters(description, 1), {}, {}};
  auto& weights = model::find(model.parameters, "pairs.relation")->values;
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = float(i) + 1;
  const auto tables = model::makeTables(model, s.inputs, s.configurations);
  ASSERT_TRUE(tables) << tables.error().message;
  // Before training, the learned cost of a pair of layouts, left(x_a) · right(x_b), is 0. Expects only the learned cost
  // of the relation.
  for (size_t i = 0; i < size_t(entries); ++i)
    EXPECT_FLOAT_EQ(tables->pairs[i], float(description.gain) * float(relations[i] + 1) * gates[i]) << "entry " << i;
}

TEST(Network, anEnsembleAveragesTheTablesOfItsMembers) {
  const Synthetic s = makeSynthetic(6, 5, 3, analyticalTime);
  model::Description two = syntheticDescription("calibrated");
  two.members = 2;
  const model::Parameters both = randomParameters(two);
  model::Description one = two;
  one.members = 1;
  std::vector<std::vector<float>> rows;
  for (int member = 0; member < 2; ++member) {
    model::Parameters own;
    const std::string prefix = model::memberPrefix(two, member);
    for (model::Parameter parameter : both)
      if (parameter.name.rfind(prefix, 0) == 0) {
        parameter.name = parameter.name.substr(prefix.size());
        own.push_back(std::move(parameter));
      }
    rows.push_back(model::makeTables({one, own, {}, {}}, s.inputs, s.configurations)->rows);
  }
  const auto tables = model::makeTables({two, both, {}, {}}, s.inputs, s.configurations);
  ASSERT_EQ(tables->members.size(), 2 * tables->rows.size());
  for (size_t row = 0; row < tables->rows.size(); ++row) {
    EXPECT_NEAR(tables->rows[row], .5f * (rows[0][row] + rows[1][row]), 1e-5);
    for (size_t member = 0; member < 2; ++member)
      EXPECT_NEAR(tables->members[2 * row + member], rows[member][row], 1e-5);
  }
}

TEST(Network, aProgramWithoutEdgesHasATable) {
  Synthetic s = makeSynthetic(1, 1, 4, analyticalTime);
  const model::Description description = syntheticDescription("graph");
  const model::Model model{description, randomParameters(description), {}, {}};
  const auto tables = model::makeTables(model, s.inputs, s.configurations);
  ASSERT_TRUE(tables) << tables.error().message;
  EXPECT_EQ(tables->rows.size(), 3u);
}

TEST(Network, inputsOfTheWrongShapeAreAnError) {
  const Synthetic s = makeSynthetic(4, 1, 4, analyticalTime);
  model::Description description = syntheticDescription("calibrated");
  description.slotFeatures += 1;
  const model::Model model{description, randomParameters(description), {}, {}};
  EXPECT_FALSE(model::makeTables(model, s.inputs, s.configurations));
}

TEST(Network, weightsSurviveTheOnnxFile) {
  for (const char* form : {"calibrated", "graph", "everything"}) {
    const model::Description description = syntheticDescription(form);
    const model::Parameters parameters = randomParameters(description);
    const auto read = model::readWeights(onnx::writeNetwork(description, parameters));
    ASSERT_TRUE(read) << read.error().message;
    const auto matched = model::matchParameters(description, *read);
    ASSERT_TRUE(matched) << matched.error().message;
    for (size_t i = 0; i < parameters.size(); ++i)
      EXPECT_EQ((*matched)[i].values, parameters[i].values) << parameters[i].name;
  }
}

TEST(Network, damagedOnnxFilesAreAnError) {
  const model::Description description = syntheticDescription("calibrated");
  const std::string bytes = onnx::writeNetwork(description, randomParameters(description));
  for (size_t length = 0; length < bytes.size(); length += 7) {
    const auto read = model::readWeights(bytes.substr(0, length));
    if (read) {
      EXPECT_FALSE(model::matchParameters(description, *read)) << "cut at " << length;
    }
  }
  EXPECT_FALSE(model::readWeights("hello"));
}

TEST(Network, weightsOfTheWrongShapeAreAnErrorThatNamesThem) {
  model::Description description = syntheticDescription("calibrated");
  model::Parameters parameters = randomParameters(description);
  description.slotFeatures += 1;
  const auto matched = model::matchParameters(description, model::Weights(parameters.begin(), parameters.end()));
  ASSERT_FALSE(matched);
  EXPECT_NE(matched.error().message.find("slot.shift"), std::string::npos) << matched.error().message;
}

TEST(Network, descriptionsSurviveJson) {
  for (const char* form : {"calibrated", "graph", "everything"}) {
    const model::Description description = syntheticDescription(form);
    const auto read = model::descriptionFromJson(model::toJson(description));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, description);
  }
  auto json = model::toJson(syntheticDescription("graph"));
  json.erase("encoderWidth");
  const auto missing = model::descriptionFromJson(json);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("description.encoderWidth"), std::string::npos);
}

}  // namespace
}  // namespace hlorank
