#include "shared/model/inputs.h"
#include "shared/model/card.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

#include "shared/model/schema.h"
#include "shared/model/slot_features.h"
#include "tests/configs/program_builder.h"

namespace hlorank::model {
namespace {

using configs::Configurations;

// Returns the tensor to which a row of a layout table (a tensor with one of its layouts) belongs.
size_t slotOfRow(const configs::LayoutTable& table, int64_t row) {
  size_t slot = 0;
  while (table.rowBegin[slot + 1] <= row) ++slot;
  return slot;
}

struct Sample {
  Sample() {
    test::ProgramBuilder builder;
    uint32_t a = builder.add("parameter", {8, 16}), b = builder.add("parameter", {16, 32});
    uint32_t dot = builder.add("dot", {8, 32}, {a, b});
    uint32_t root = builder.add("tanh", {8, 32}, {dot});
    builder.add("reshape", {256}, {root});
    program = builder.build();
    configurations = configs::candidates(program, 50, 1);
    analytical = computeAnalyticalCosts(program, configurations);
  }
  graph::Program program;
  Configurations configurations;
  AnalyticalCosts analytical;

  Tensor input(const std::string& name) const {
    for (Tensor& tensor : makeInputs(program, configurations, analytical, allInputs(true))) {
      if (tensor.name == name) return std::move(tensor);
    }
    ADD_FAILURE() << name;
    return {};
  }
  float feature(std::string_view name, uint32_t row) {
    std::vector<float> features =
        slotFeatures(program, configurations, analytical, {0, configurations.table.slots.size()});
    for (size_t f = 0; f < slotFeatureCount(); ++f) {
      if (slotFeatureName(f) == name) return features[row * slotFeatureCount() + f];
    }
    ADD_FAILURE() << name;
    return NAN;
  }
};

TEST(Inputs, DataHasTheSizeOfTheShape) {
  Sample sample;
  for (const Tensor& tensor : makeInputs(sample.program, sample.configurations, sample.analytical, allInputs(true))) {
    int64_t count = 1;
    for (int64_t size : tensor.shape) count *= size;
    std::visit([&](const auto& data) { EXPECT_EQ(static_cast<int64_t>(data.size()), count) << tensor.name; },
               tensor.data);
  }
}

TEST(Inputs, HavePairsOnlyIfRequested) {
  Sample sample;
  for (const Tensor& tensor : makeInputs(sample.program, sample.configurations, sample.analytical, allInputs(false)))
    EXPECT_NE(tensor.name, "pairs");
}

TEST(Inputs, OfARangeOfSlotsAreTheSameRows) {
  Sample sample;
  const size_t slots = sample.configurations.table.slots.size();
  ASSERT_GT(slots, 2u);
  for (const std::string name : {"terms", "slot", "rowNode", "rowValue", "gates"}) {
    const auto of = [&](configs::SlotRange range) {
      const std::array<std::string, 1> names = {name};
      return std::move(makeInputs(sample.program, sample.configurations, sample.analytical, names, range).at(0));
    };
    const Tensor all = sample.input(name), first = of({0, 2}), rest = of({2, slots});
    EXPECT_EQ(first.shape[0] + rest.shape[0], all.shape[0]);
    std::visit(
        [&](auto joined) {
          const auto& more = std::get<decltype(joined)>(rest.data);
          joined.insert(joined.end(), more.begin(), more.end());
          EXPECT_EQ(joined, std::get<decltype(joined)>(all.data)) << name;
        },
        first.data);
  }
}

TEST(Inputs, PairsHoldTheRowsOfNeighbours) {
  Sample sample;
  const auto pairs = std::get<std::vector<int64_t>>(sample.input("pairs").data);
  const configs::LayoutTable& table = sample.configurations.table;
  size_t entries = 0;
  for (const auto& [a, b] : sample.analytical.neighbours) {
    EXPECT_EQ(slotOfRow(table, pairs[2 * entries]), a);
    EXPECT_EQ(slotOfRow(table, pairs[2 * entries + 1]), b);
    entries += (table.rowBegin[a + 1] - table.rowBegin[a]) * size_t{table.rowBegin[b + 1] - table.rowBegin[b]};
  }
  EXPECT_EQ(pairs.size(), 2 * entries);
  EXPECT_GT(entries, 0u);
}

TEST(Inputs, EveryPairEntryHasTheRelationOfItsSlots) {
  Sample sample;
  const auto relations = std::get<std::vector<int64_t>>(sample.input("pairRelation").data);
  const configs::LayoutTable& table = sample.configurations.table;
  std::vector<int64_t> expected;
  for (size_t i = 0; i < sample.analytical.neighbours.size(); ++i) {
    const auto [a, b] = sample.analytical.neighbours[i];
    for (uint32_t rowA = table.rowBegin[a]; rowA < table.rowBegin[a + 1]; ++rowA)
      for (uint32_t rowB = table.rowBegin[b]; rowB < table.rowBegin[b + 1]; ++rowB)
        expected.push_back(static_cast<int64_t>(sample.analytical.relations[i]));
  }
  EXPECT_EQ(relations, expected);
}

TEST(Inputs, AreFiniteAndSmallExceptForGates) {
  Sample sample;
  for (const Tensor& tensor : makeInputs(sample.program, sample.configurations, sample.analytical, allInputs(true))) {
    const auto* values = std::get_if<std::vector<float>>(&tensor.data);
    if (values == nullptr) continue;
    // Gates (scale factors of costs) are proportional to bytes. The largest possible gate belongs to a tensor far
    // larger than all others (√slots times the root mean square) whose most minor dimension has size 1 (times 64).
    const double slots = double(sample.configurations.table.slots.size());
    const bool gates = tensor.name == "gates" || tensor.name == "pairGates";
    for (float value : *values) {
      EXPECT_LE(std::abs(value), gates ? 64 * std::sqrt(slots) : 5) << tensor.name;
      EXPECT_GE(value, gates ? 0 : -5) << tensor.name;
    }
  }
}

TEST(Inputs, RowsHaveTheNodesOfTheirSlots) {
  Sample sample;
  const auto value = std::get<std::vector<int64_t>>(sample.input("rowValue").data);
  const auto node = std::get<std::vector<int64_t>>(sample.input("rowNode").data);
  const configs::LayoutTable& table = sample.configurations.table;
  for (uint32_t row = 0; row < table.rows(); ++row) {
    const configs::Slot& slot = table.slots[slotOfRow(table, row)];
    EXPECT_EQ(node[row], table.nodes[slot.position]);
    EXPECT_EQ(value[row], configs::valueOf(sample.program, table.nodes[slot.position], slot.tensor));
  }
}

TEST(Inputs, FeaturesThatNeedTheProgramAreZeroWithoutIt) {
  Sample sample;
  for (const char* name : {"known_program", "in_loop", "log_trips", "fused", "minor_is_contracting"}) {
    EXPECT_EQ(sample.feature(name, 0), 0) << name;
  }
  sample.program.extras.resize(sample.program.graph.nodes());
  EXPECT_EQ(sample.feature("known_program", 0), 1);
}

TEST(Inputs, RoleFeaturesComeFromTheExtras) {
  Sample sample;
  sample.program.extras.resize(sample.program.graph.nodes());
  sample.program.rolesOfNodes = {{2, {{{}, {graph::Role::kFree, graph::Role::kContracting}, {}}}}};
  const configs::LayoutTable& table = sample.configurations.table;
  for (uint32_t s = 0; s < table.slots.size(); ++s) {
    if (table.nodes[table.slots[s].position] != 2 || table.slots[s].tensor != 1) continue;
    EXPECT_EQ(sample.feature("minor_is_contracting", table.rowBegin[s]), 1);
    EXPECT_EQ(sample.feature("minor_is_free", table.rowBegin[s] + 1), 1);
    EXPECT_EQ(sample.feature("reference_minor_is_contracting", table.rowBegin[s] + 1), 1);
  }
}

TEST(Inputs, FeaturesDistinguishTheLayoutsOfASlot) {
  Sample sample;
  // Row 0 of the features describes the output of the dot: 8 x 32 floats, used by one elementwise operation.
  EXPECT_EQ(sample.feature("is_output", 0), 1);
  EXPECT_EQ(sample.feature("of_dot", 0), 1);
  EXPECT_EQ(sample.feature("changed", 0), 0);
  EXPECT_EQ(sample.feature("changed", 1), 1);
  EXPECT_EQ(sample.feature("run_1_in_reference_order", 1), 1);
  EXPECT_EQ(sample.feature("to_elementwise", 0), 1);
  EXPECT_FLOAT_EQ(sample.feature("step_in_reference_order", 0), 4.0f / 4096);
  EXPECT_FLOAT_EQ(sample.feature("step_in_reference_order", 1), 8 * 4.0f / 4096);
}

TEST(Inputs, FeatureNamesAreDistinct) {
  std::set<std::string_view> names;
  for (size_t f = 0; f < slotFeatureCount(); ++f) names.insert(slotFeatureName(f));
  EXPECT_EQ(names.size(), slotFeatureCount());
}

std::string card(const std::string& schema) {
  return R"({"name":"m","title":"M","schema":")" + schema +
         R"(","aggregation":"largest-per-value","scale":"signed-log","inputs":["terms","slot"],"pairs":false,"target":"xla-cpu"})";
}

TEST(Card, FieldsAreRead) {
  Result<Card> read = readCard(card(schemaHash()));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->name, "m");
  EXPECT_EQ(read->aggregation, Aggregation::kLargestPerValue);
  EXPECT_EQ(read->scale, Scale::kSignedLog);
  EXPECT_EQ(read->inputs, (std::vector<std::string>{"terms", "slot"}));
  EXPECT_EQ(read->target, "xla-cpu");
}

TEST(Card, AnotherSchemaIsAnErrorThatNamesBoth) {
  Result<Card> read = readCard(card("0123456789abcdef"));
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find("0123456789abcdef"), std::string::npos);
  EXPECT_NE(read.error().message.find(schemaHash()), std::string::npos);
}

TEST(Card, ALoopNetworkHasASchemaOfItsOwn) {
  const auto loopCard = [](const std::string& schema) {
    std::string text = card(schema);
    return readCard(text.insert(1, R"("join":"loops","description":{"members":3},)"));
  };
  EXPECT_TRUE(loopCard(loopSchemaHash()).ok());
  EXPECT_FALSE(loopCard(schemaHash()).ok());
  EXPECT_FALSE(readCard(card(loopSchemaHash())).ok());
}

TEST(Card, ALoopNetworkHasTheCachesOfItsMachine) {
  const auto loopCard = [](const std::string& caches) {
    std::string text = card(loopSchemaHash());
    return readCard(text.insert(1, R"("join":"loops","description":{"members":3)" + caches + "},"));
  };
  EXPECT_EQ(loopCard("")->rules.caches, simulation::Caches());
  const auto read = loopCard(R"(,"cacheLine":128,"level1Sets":256)");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->rules.caches, (simulation::Caches{.line = 128, .level1Sets = 256}));
  for (const char* wrong : {"0", "-64", "1.5", "\"64\"", "1e30", "null"}) {
    const auto refused = loopCard(R"(,"level1Ways":)" + std::string(wrong));
    ASSERT_FALSE(refused) << wrong;
    EXPECT_NE(refused.error().message.find("level1Ways"), std::string::npos) << refused.error().message;
  }
}

TEST(Card, MissingAndWrongFieldsAreNamed) {
  const std::string whole = card(schemaHash());
  for (const char* field : {"name", "schema", "aggregation", "scale", "inputs", "target"}) {
    std::string broken = whole;
    broken.replace(broken.find("\"" + std::string(field) + "\""), 2, "\"_");
    Result<Card> read = readCard(broken);
    ASSERT_FALSE(read.ok()) << field;
    EXPECT_NE(read.error().message.find(field), std::string::npos) << read.error().message;
  }
}

TEST(Card, TextThatIsNotACardIsAnError) {
  for (const char* json : {"", "{", "[]", "null", "{\"name\":1}", "\xff"}) EXPECT_FALSE(readCard(json).ok()) << json;
  EXPECT_FALSE(readCard(std::string(100000, '[')).ok());
}

TEST(Schema, HashHasSixteenDigits) {
  EXPECT_EQ(schemaHash().size(), 16u);
  EXPECT_EQ(loopSchemaHash().size(), 16u);
  EXPECT_NE(schemaText().find("slot run_1_in_reference_order\n"), std::string::npos);
  EXPECT_NE(schemaText().find("opcode dot\n"), std::string::npos);
}

}  // namespace
}  // namespace hlorank::model
