// The k-hop receptive field of a configuration in a message passing network: the node states that depend on it. Only
// these are computed for each configuration; all others are the same for every configuration.
//
// Level 0 holds the nodes where a configuration joins. Level l holds level l−1 and the nodes that receive a message
// from it in layer l: a consumer receives the mean of its operands, and with Directions::kBoth a producer also the mean
// of its users. The network passes differences from the state without any configuration (the base) between levels. This
// is exact, because the difference is zero outside of the receptive field.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/graph/graph.h"

namespace hlorank::model {

// The nodes that a node receives messages from: its operands, or its operands and its users.
enum class Directions : uint8_t { kOperands, kBoth };
// The number of relations of a layer. Relation 0 is a node's own state, 1 the mean of its operands, 2 of its users.
inline int relations(Directions directions) {
  return directions == Directions::kBoth ? 3 : 2;
}

struct Level {
  std::vector<int64_t> nodes;  // [A] nodes of the graph: first the pooled ones, then the others, both ascending
  int64_t pooled = 0;          // number of pooled nodes
  // Messages from level l−1 to l, sorted by target; empty in level 0. Message i adds share[i] · source row source[i] to
  // row target[i]. Source row r·A + n is node n of the previous level, whose size is A, transformed by relation r.
  std::vector<int64_t> source, target;
  std::vector<float> share;
};

// Computes the layers + 1 levels of the receptive field. `start`: the nodes where a configuration joins, ascending.
// `own`: for each node of the graph, whether its difference is pooled (empty: all are). Nodes that do not influence a
// pooled node are left out. O((nodes + edges) · layers).
std::vector<Level> reach(const graph::Graph& graph, std::span<const uint32_t> start, int layers, Directions directions,
                         const std::vector<bool>& own = {});

// The nodes whose base states the levels require, ascending. Running the network on the subgraph that they induce gives
// every node of the levels the same state as running it on the whole graph.
std::vector<uint32_t> requiredNodes(const graph::Graph& graph, const std::vector<Level>& levels, Directions directions);

}  // namespace hlorank::model
