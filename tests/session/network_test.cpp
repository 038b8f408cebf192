#include "shared/session/network.h"

#include <gtest/gtest.h>

#include <cmath>

#include "shared/model/card.h"
#include "shared/model/schema.h"
#include "tests/session/programs.h"

namespace hlorank::session {
namespace {

using test::kDots;

TEST(Tables, WrongSizesAndValuesThatAreNotFiniteAreRejected) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  const size_t rows = opened.configurations.table.rows();
  const model::Card card;
  EXPECT_TRUE(tablesOf(opened, analytical, card, std::vector<float>(rows, 1), {}).ok());
  EXPECT_FALSE(tablesOf(opened, analytical, card, std::vector<float>(rows - 1, 1), {}).ok());
  EXPECT_TRUE(
      tablesOf(opened, analytical, card, std::vector<float>(rows, 1), {}, std::vector<float>(2 * rows, 1)).ok());
  EXPECT_FALSE(tablesOf(opened, analytical, card, std::vector<float>(rows, 1), {}, {1}).ok());
  EXPECT_FALSE(tablesOf(opened, analytical, card, std::vector<float>(rows, 1), {1}).ok());
  EXPECT_FALSE(tablesOf(opened, analytical, card, std::vector<float>(rows, NAN), {}).ok());
}

TEST(Inputs, AnUnknownInputIsAnErrorThatNamesIt) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  model::Card card;
  card.inputs = {"terms", "weather"};
  const auto inputs = buildNetworkInputs(card, opened, analytical);
  ASSERT_FALSE(inputs.ok());
  EXPECT_NE(inputs.error().message.find("weather"), std::string::npos);
  card.inputs = {"terms"};
  const auto terms = buildNetworkInputs(card, opened, analytical);
  ASSERT_TRUE(terms.ok());
  EXPECT_EQ(terms->tensors[0].shape,
            (std::vector<int64_t>{static_cast<int64_t>(opened.configurations.table.rows()), 4}));
}

// Reads a model card of an early- or late-join network (as in TpuGraphs) with one layer. `more` is added to its
// description.
Result<model::Card> readJoinedCard(const std::string& join = "early", const std::string& more = "\"crossAttention\": 0",
                                   const std::string& tensors = "{}", int tileFeatures = 0) {
  return model::readCard(
      R"({"name": "m", "aggregation": "sum", "scale": "identity", "target": "xla-cpu", "schema": ")" +
      model::schemaHash() + R"(", "join": ")" + join +
      R"(", "inputs": ["opcode", "choices", "unit", "nodes.0", "nodes.1", "source.1", "target.1", "share.1"],
          "description": {"encoderLayers": 1, "bothDirections": 1, "tables": 0, "tileFeatures": )" +
      std::to_string(tileFeatures) + ", " + more + R"(}, "tensors": )" + tensors + "}");
}

const std::vector<int64_t>& integers(const model::Tensor& tensor) {
  return std::get<std::vector<int64_t>>(tensor.data);
}

TEST(Inputs, AnEarlyJoinNetworkTakesTheArraysOfItsLevels) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  const auto inputs = buildNetworkInputs(*readJoinedCard(), opened, analytical);
  ASSERT_TRUE(inputs.ok());
  EXPECT_TRUE(inputs->joined);
  EXPECT_FALSE(inputs->tables);
  ASSERT_EQ(inputs->tensors.size(), 7u);  // all inputs except `choices`, which comes with the configurations
  EXPECT_EQ(integers(inputs->tensors[2]), (std::vector<int64_t>{2, 4, 5}));
  EXPECT_EQ(integers(inputs->tensors[3]), (std::vector<int64_t>{0, 1, 2, 3, 4, 5}));
}

TEST(Inputs, ChoicesHoldTheRowOfEveryTensorOfEveryConfiguration) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  model::Card card = *readJoinedCard("late");
  card.inputs = {"opcode", "choices", "unit"};
  const auto inputs = buildNetworkInputs(card, opened, analytical);
  ASSERT_TRUE(inputs.ok());
  const configs::Configurations& all = opened.configurations;
  const model::Tensor choices = choicesOf(*inputs, opened, 5, 2);
  ASSERT_EQ(choices.shape, (std::vector<int64_t>{3, 2, 3}));
  size_t slot = 0;
  for (size_t node = 0; node < 3; ++node)
    for (size_t tensor = 0; tensor < 3; ++tensor) {
      const bool has = slot < all.table.slots.size() && all.table.slots[slot].position == node &&
                       all.table.slots[slot].tensor == tensor;
      for (size_t c = 0; c < 2; ++c)
        EXPECT_EQ(integers(choices)[(node * 2 + c) * 3 + tensor],
                  has ? all.table.rowBegin[slot] + all.choice(5 + c)[slot] : all.table.rows());
      slot += has;
    }
  EXPECT_EQ(slot, all.table.slots.size());
}

TEST(Inputs, CrossConfigurationAttentionTakesAReferenceSet) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  model::Card card = *readJoinedCard("early", "\"crossAttention\": 4", "{\"referenceSet\": {\"shape\": [2, 6]}}");
  card.inputs.push_back("referenceSet");
  const auto inputs = buildNetworkInputs(card, opened, analytical);
  ASSERT_TRUE(inputs.ok());
  EXPECT_EQ(inputs->tensors.back().shape, (std::vector<int64_t>{2, 6}));
  EXPECT_EQ(inputs->reference.choices, model::referenceSet(opened.program, 4).choices);
  EXPECT_EQ(inputs->referenceTensors.size(), inputs->tensors.size());
  EXPECT_EQ(referenceChoicesOf(*inputs, 1, 9).shape, (std::vector<int64_t>{3, 3, 3}));
}

TEST(ReferenceSet, VariesEverySlotAndApproachesTheProgramsOwnLayouts) {
  const Opened opened = test::opened(kDots);
  constexpr size_t kSize = 128;
  const configs::Configurations set = model::referenceSet(opened.program, kSize);
  const configs::LayoutTable& table = set.table;
  const std::vector<uint8_t>& choices = set.choices;
  const size_t slots = table.slots.size();
  ASSERT_EQ(choices.size(), kSize * slots);
  std::vector<size_t> changed(2, 0);  // number of changed layouts in the first and in the second half of the set
  for (size_t i = 0; i < choices.size(); ++i) {
    const size_t slot = i % slots;
    EXPECT_LT(choices[i], table.rowBegin[slot + 1] - table.rowBegin[slot]);
    changed[i / slots / (kSize / 2)] += choices[i] != 0;
  }
  EXPECT_GT(changed[0], changed[1]);
  EXPECT_GT(changed[1], 0u);
  EXPECT_TRUE(model::referenceSet(opened.program, 0).choices.empty());
}

TEST(Inputs, AnInvalidDescriptionIsAnErrorThatNamesTheField) {
  const auto rejection = [](const Result<model::Card>& card) { return card ? "" : card.error().message; };
  for (const char* tensors : {"{}", "[]", "{\"referenceSet\": 1}", "{\"referenceSet\": {\"shape\": [60000, 60000]}}"})
    EXPECT_NE(rejection(readJoinedCard("early", "\"crossAttention\": 4", tensors)).find("referenceSet"),
              std::string::npos)
        << tensors;
  EXPECT_NE(rejection(readJoinedCard("sideways")).find("join"), std::string::npos);
  EXPECT_NE(rejection(readJoinedCard("early", "\"none\": 0")).find("crossAttention"), std::string::npos);
}

TEST(Inputs, AModelOfTileSizesIsAnError) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  const auto inputs = buildNetworkInputs(*readJoinedCard("early", "\"crossAttention\": 0", "{}", /*tileFeatures=*/60),
                                         opened, analytical);
  ASSERT_FALSE(inputs.ok());
  EXPECT_NE(inputs.error().message.find("tile"), std::string::npos);
}

}  // namespace
}  // namespace hlorank::session
