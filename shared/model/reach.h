// The k-hop receptive field of a configuration (a layout per slot, or tile sizes) in an early-join network: the node
// states that depend on the configuration. Only these are computed per configuration; all other states are the same for
// every configuration.
//
// Level 0 holds the nodes that the configuration changes directly: the nodes with slots, or all nodes for tile sizes.
// Level l holds level l−1 and the nodes that receive a message from it in message passing layer l: a consumer receives
// the mean of its operands, and with Directions::kBoth a producer also the mean of its users. The network computes the
// state of every node without any configuration once (the base state) and passes differences from it between levels.
// This is exact, because the difference is zero outside of the receptive field.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/graph/graph.h"

namespace hlorank::model {

// The nodes that a node receives messages from: its operands (kOperands), or its operands and its users (kBoth).
enum class Directions : uint8_t { kOperands, kBoth };
// Returns the number of relations, each with a weight matrix, in a message passing layer. Relation 0: a node's own
// state; 1: the mean of its operands; 2, with kBoth only: the mean of its users.
inline int relations(Directions directions) {
  return directions == Directions::kBoth ? 3 : 2;
}

// One level of the receptive field: the nodes whose states depend on the configuration after that many message passing
// layers, and the messages that change them.
struct Level {
  std::vector<int64_t> nodes;  // graph nodes: first those whose states are pooled, then the others, both ascending
  int64_t pooled = 0;          // number of nodes whose states are pooled
  // Messages from the previous level to this one, sorted by target; empty in level 0. Message i adds share[i] times a
  // state of the previous level to node nodes[target[i]]. source[i] = r · (nodes of the previous level) + n is the
  // state of the previous level's node number n, transformed by the weights of relation r (see `relations`).
  std::vector<int64_t> source, target;
  std::vector<float> share;  // 1 for a node's own state, else 1 / number of operands or users that are averaged
};

// Computes the layers + 1 levels of the receptive field. `start`: the nodes that the configuration changes directly,
// ascending. `own`: [nodes] whether the node is in the graph segment (part of a graph too large to train on at once)
// whose states are pooled; empty: all are. Omits nodes that influence no pooled node. O((nodes + edges) · layers).
std::vector<Level> reach(const graph::Graph& graph, std::span<const uint32_t> start, int layers, Directions directions,
                         const std::vector<bool>& own = {});

// Returns the nodes whose base states (states without a configuration) the levels depend on, ascending. Running the
// network on their induced subgraph gives every node of the levels the same state as running it on the whole graph.
std::vector<uint32_t> requiredNodes(const graph::Graph& graph, const std::vector<Level>& levels, Directions directions);

}  // namespace hlorank::model
