// The k-hop receptive field of a configuration (layouts or tile sizes) in an early-join network, which are the node
// states that depend on the configuration. Only these are computed per configuration; all other states are the same for
// every configuration.
//
// Level 0 has the nodes that the configuration changes directly: those whose layouts can be chosen or, for tile sizes,
// all. Level l has level l−1 and the nodes that receive a message from it in layer l. The network computes all node
// states without a configuration once (base states), and passes only differences from them between levels. This is
// exact, because differences are zero outside of the receptive field.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/graph/graph.h"

namespace hlorank::model {

// The nodes that send messages to a node: its operands (kOperands), or its operands and its users (kBoth).
enum class Directions : uint8_t { kOperands, kBoth };
// Returns the number of weight matrices in a message passing layer. There is one per relation. Relation 0 is a node's
// own state, and 1 the mean of its operands. 2, which only kBoth has, is the mean of its users.
inline int relations(Directions directions) {
  return directions == Directions::kBoth ? 3 : 2;
}

// One level of the receptive field. It has the nodes whose states depend on the configuration after a certain number of
// message passing layers, and the messages that change these states.
struct Level {
  // Graph nodes: first the nodes whose states are pooled, then the others. Both parts are ascending.
  std::vector<int64_t> nodes;
  int64_t pooled = 0;  // number of nodes in this level whose states are pooled
  // Messages from the previous level to this one, sorted by target. Empty in level 0. Message i adds share[i] times a
  // state of the previous level to node nodes[target[i]]. source[i] = r · (nodes of the previous level) + n. Here n is
  // the number of the sending node in the previous level, and r is the relation (see `relations`) whose weights
  // transform the state.
  std::vector<int64_t> source, target;
  std::vector<float> share;  // weight of each message: 1 for a node's own state, else 1 / number of states averaged
};

// Computes the layers + 1 levels of the receptive field, in O((nodes + edges) · layers). `start` has the nodes that the
// configuration changes directly, ascending. `own`, [nodes], marks the graph segment whose states are pooled if the
// graph is too large to train on at once; empty means all nodes. Omits nodes that influence no pooled node.
std::vector<Level> reach(const graph::Graph& graph, std::span<const uint32_t> start, int layers, Directions directions,
                         const std::vector<bool>& own = {});

// Returns the nodes on whose base states (states without a configuration) the levels depend, ascending. On the subgraph
// of these nodes, the network computes the same states for the nodes of the levels as on the whole graph.
std::vector<uint32_t> requiredNodes(const graph::Graph& graph, const std::vector<Level>& levels, Directions directions);

}  // namespace hlorank::model
