#include "native/research/synth/networks.h"

#include <gtest/gtest.h>

#include "native/research/synth/layout_cost.h"
#include "shared/hlo/read.h"

namespace hlorank::synth {
namespace {

constexpr Family kFamilies[] = {Family::kAlexnet, Family::kResnet, Family::kInception, Family::kUnet,
                                Family::kDlrm,    Family::kBert,   Family::kAlbert,    Family::kTalkingHeads};

class Networks : public testing::TestWithParam<Family> {};

TEST_P(Networks, AreValidHlo) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    const std::string text = networkText({GetParam(), 1500, 0, seed});
    auto module = hlo::parseText(std::make_shared<const std::string>(text));
    ASSERT_TRUE(module) << "seed " << seed << ": " << module.error().message;
    EXPECT_TRUE(module->warnings.empty()) << "seed " << seed << ": " << module->warnings[0].message;
  }
}

TEST_P(Networks, HaveTheRequestedNumberOfNodes) {
  for (size_t nodes : {1200u, 1201u, 5003u}) {
    auto program = makeNetwork({GetParam(), nodes, 0, 3}, "x");
    ASSERT_TRUE(program);
    EXPECT_EQ(program->graph.nodes(), nodes);
  }
}

TEST_P(Networks, ConsumersComeAfterProducers) {
  auto program = makeNetwork({GetParam(), 1200, 0, 5}, "x");
  ASSERT_TRUE(program);
  for (const graph::Edge& edge : program->graph.edges) EXPECT_GT(edge.u, edge.v);
}

INSTANTIATE_TEST_SUITE_P(All, Networks, testing::ValuesIn(kFamilies),
                         [](const auto& info) { return std::string(nameOf(info.param)); });

TEST(Configurable, NodesDoNotExceedTheRequestedMaximum) {
  auto program = makeNetwork({Family::kBert, 3000, 40, 1}, "x");
  ASSERT_TRUE(program);
  EXPECT_EQ(program->graph.configurable.size(), 40u);
}

// The published alexnet of TpuGraphs has 26 configurable nodes: 14 convolutions, 9 dots and 3 reshapes.
TEST(Configurable, NodesOfAlexnetAre26) {
  auto program = makeNetwork({Family::kAlexnet, 372, 0, 1}, "x");
  ASSERT_TRUE(program);
  EXPECT_EQ(program->graph.nodes(), 372u);
  EXPECT_EQ(program->graph.configurable.size(), 26u);
}

TEST(Settings, HaveTheNumbersOfTpuGraphs) {
  auto program = makeNetwork({Family::kAlexnet, 372, 0, 1}, "x");
  ASSERT_TRUE(program);
  const LayoutSpace space = makeLayoutSpace(*program);
  for (size_t i = 0; i < space.nodes.size(); ++i) {
    const uint8_t opcode = program->graph.opcodes[space.nodes[i]];
    if (opcode == hlo::tpuGraphsId(hlo::Opcode::kConvolution)) {
      EXPECT_EQ(space.settings[i].size(), 8u);
      for (const Setting& setting : space.settings[i]) EXPECT_EQ(setting[2], -1);  // only two dimensions are set
    } else if (opcode == hlo::tpuGraphsId(hlo::Opcode::kDot)) {
      EXPECT_EQ(space.settings[i].size(), 9u);
    } else {
      EXPECT_GE(space.settings[i].size(), 2u);
      EXPECT_LE(space.settings[i].size(), 6u);
    }
  }
}

}  // namespace
}  // namespace hlorank::synth
