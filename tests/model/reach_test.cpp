// Tests the receptive field of a configuration in a message passing network, and the network inputs restricted to it.
#include "shared/model/reach.h"

#include <gtest/gtest.h>

#include <random>

#include "shared/model/joined_inputs.h"

namespace hlorank::model {
namespace {

using Nodes = std::vector<int64_t>;

graph::Graph graphOf(size_t nodes, std::vector<graph::Edge> edges) {
  graph::Graph graph;
  graph.opcodes.resize(nodes);
  graph.features = graph::FeatureRows::fromDense(std::vector<float>(nodes * graph::kNodeFeatures));
  graph.edges = std::move(edges);
  return graph;
}

// Returns a graph with the edges (consumer first) 1 → 0, 2 → 1, 3 → 2 and 3 → 4.
graph::Graph chain() {
  return graphOf(5, {{1, 0}, {2, 1}, {3, 2}, {3, 4}});
}

TEST(Reach, GrowsByTheConsumersInEachLayer) {
  const auto levels = reach(chain(), std::vector<uint32_t>{1}, 2, Directions::kOperands);
  ASSERT_EQ(levels.size(), 3u);
  EXPECT_EQ(levels[0].nodes, Nodes({1}));
  EXPECT_EQ(levels[1].nodes, Nodes({1, 2}));
  EXPECT_EQ(levels[2].nodes, Nodes({1, 2, 3}));
  // Node 3 receives the mean of nodes 2 and 4. Only node 2 is in the receptive field, with a share of one half.
  EXPECT_EQ(levels[2].target, Nodes({0, 1, 1, 2}));
  // Expects the states of nodes 1 and 2 themselves first, then the states of nodes 1 and 2 as operands.
  EXPECT_EQ(levels[2].source, Nodes({0, 1, 2, 3}));
  EXPECT_EQ(levels[2].share, std::vector<float>({1, 1, 1, .5f}));
}

TEST(Reach, WithBothDirectionsGrowsByProducersToo) {
  const auto levels = reach(chain(), std::vector<uint32_t>{2}, 1, Directions::kBoth);
  EXPECT_EQ(levels[1].nodes, Nodes({1, 2, 3}));
}

TEST(Reach, OfAGraphSegmentKeepsTheNodesThatInfluenceIt) {
  const std::vector<bool> own = {false, false, false, true, true};
  const auto levels = reach(chain(), std::vector<uint32_t>{0, 1}, 2, Directions::kOperands, own);
  EXPECT_EQ(levels[2].nodes, Nodes({3}));
  EXPECT_EQ(levels[2].pooled, 1);
  EXPECT_EQ(levels[1].nodes, Nodes({2}));
  EXPECT_EQ(levels[1].pooled, 0);
  EXPECT_EQ(levels[0].nodes, Nodes({1}));
}

TEST(Reach, TheSegmentsOfRandomGraphsPoolEveryNodeOnce) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    const uint32_t nodes = 5 + random() % 60;
    std::vector<graph::Edge> edges;
    for (uint32_t i = 1; i < nodes; ++i)
      for (uint32_t k = 0; k <= random() % 3; ++k) edges.push_back({i, uint32_t(random() % i)});
    const graph::Graph graph = graphOf(nodes, edges);
    std::vector<uint32_t> start;
    for (uint32_t i = 0; i < nodes; i += 1 + random() % 7) start.push_back(i);
    const Directions directions = random() % 2 ? Directions::kBoth : Directions::kOperands;
    const auto whole = reach(graph, start, 3, directions);
    const uint32_t size = 1 + random() % nodes;
    std::vector<Nodes> pooled(4);
    for (uint32_t begin = 0; begin < nodes; begin += size) {
      std::vector<bool> own(nodes);
      for (uint32_t i = begin; i < std::min(nodes, begin + size); ++i) own[i] = true;
      const auto part = reach(graph, start, 3, directions, own);
      for (size_t l = 0; l < 4; ++l)
        pooled[l].insert(pooled[l].end(), part[l].nodes.begin(), part[l].nodes.begin() + part[l].pooled);
    }
    for (size_t l = 0; l < 4; ++l) EXPECT_EQ(pooled[l], whole[l].nodes) << "seed " << seed;
  }
}

TEST(JoinedInputs, OmitNodesOutsideOfTheReceptiveField) {
  const graph::Program program = graph::makeProgram("chain", graphOf(6, {{1, 0}, {2, 1}, {3, 2}, {3, 4}, {5, 3}}));
  configs::LayoutTable table;
  table.nodes = {1};
  table.slots = {{0, 0}};
  table.rowBegin = {0, 2};
  table.layouts = {{0, 1, -1, -1, -1, -1}, {1, 0, -1, -1, -1, -1}};
  std::vector<Tensor> inputs = {{"opcode", {6}, std::vector<int64_t>{10, 11, 12, 13, 14, 15}},
                                {"rowNode", {2}, std::vector<int64_t>{1, 1}},
                                {"consumer", {5}, std::vector<int64_t>{1, 2, 3, 3, 5}},
                                {"producer", {5}, std::vector<int64_t>{0, 1, 2, 4, 3}}};
  const JoinedInputs joined = makeJoinedInputs(program, &table, inputs, {true, 1, Directions::kOperands}, true);
  EXPECT_EQ(std::get<std::vector<int64_t>>(joined.inputs[0].data), Nodes({10, 11, 12}));
  EXPECT_EQ(std::get<std::vector<int64_t>>(joined.inputs[2].data), Nodes({1, 2}));
  // Index of the configurable tensor for the output and operands 0 and 1 of the node. Only the output has a choice of
  // layouts; 1 stands for none.
  EXPECT_EQ(joined.slotOfNode, Nodes({0, 1, 1}));
  // The encoder of the layout table passes messages in two layers, so nodes within two edges in either direction must
  // be kept too.
  const JoinedInputs more = makeJoinedInputs(program, &table, inputs, {true, 1, Directions::kOperands, 2}, true);
  EXPECT_EQ(std::get<std::vector<int64_t>>(more.inputs[0].data), Nodes({10, 11, 12, 13}));
  EXPECT_EQ(std::get<std::vector<int64_t>>(more.inputs[2].data), Nodes({1, 2, 3}));

  configs::Configurations configurations;
  configurations.table = table;
  configurations.count = 2;
  configurations.choices = {1, 0};
  const Tensor choices = choicesOf(joined, configurations, std::vector<uint32_t>{1, 0});
  EXPECT_EQ(choices.shape, Nodes({1, 2, 3}));
  EXPECT_EQ(std::get<std::vector<int64_t>>(choices.data), Nodes({0, 2, 2, 1, 2, 2}));
}

}  // namespace
}  // namespace hlorank::model
