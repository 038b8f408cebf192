#include "shared/model/reach.h"

#include <algorithm>

namespace hlorank::model {
namespace {

// Sets `marked` for all nodes to which a node marked in `from` sends a message in one layer. These are its consumers
// and, with Directions::kBoth, its producers. If `backwards` is set, sets it instead for all nodes that send a message
// to a node marked in `from`.
void spread(const graph::Graph& graph, Directions directions, bool backwards, const std::vector<bool>& from,
            std::vector<bool>& marked) {
  for (const graph::Edge& edge : graph.edges) {
    const bool both = directions == Directions::kBoth;
    if ((!backwards || both) && from[edge.v]) marked[edge.u] = true;
    if ((backwards || both) && from[edge.u]) marked[edge.v] = true;
  }
}

// A message between levels of the receptive field. Level::source, target and share have the same three values.
struct Message {
  int64_t target, source;
  float share;
};

}  // namespace

std::vector<Level> reach(const graph::Graph& graph, std::span<const uint32_t> start, int layers, Directions directions,
                         const std::vector<bool>& own) {
  const size_t nodes = graph.nodes(), levels = static_cast<size_t>(layers) + 1;
  // affected[level][node] tells whether a configuration changes the node's state. required[level][node] tells whether
  // the state of a pooled node depends on the node's state.
  std::vector<std::vector<bool>> affected(levels, std::vector<bool>(nodes));
  for (uint32_t node : start) affected[0][node] = true;
  for (size_t l = 1; l < levels; ++l) {
    affected[l] = affected[l - 1];
    spread(graph, directions, /*backwards=*/false, affected[l - 1], affected[l]);
  }
  std::vector<std::vector<bool>> required(levels, own.empty() ? std::vector<bool>(nodes, true) : own);
  if (!own.empty()) {
    for (size_t l = levels - 1; l > 0; --l) {
      required[l - 1] = required[l];
      spread(graph, directions, /*backwards=*/true, required[l], required[l - 1]);
    }
  }

  std::vector<uint32_t> operands(nodes), users(nodes);
  for (const graph::Edge& edge : graph.edges) {
    ++operands[edge.u];
    ++users[edge.v];
  }
  std::vector<Level> result(levels);
  std::vector<int64_t> rowBefore(nodes), row(nodes);
  for (size_t l = 0; l < levels; ++l) {
    Level& level = result[l];
    const auto addNodes = [&](bool pooled) {
      for (size_t node = 0; node < nodes; ++node) {
        if (affected[l][node] && required[l][node] && (own.empty() || own[node]) == pooled)
          level.nodes.push_back(static_cast<int64_t>(node));
      }
    };
    addNodes(/*pooled=*/true);
    level.pooled = static_cast<int64_t>(level.nodes.size());
    addNodes(/*pooled=*/false);
    std::fill(row.begin(), row.end(), -1);
    for (size_t i = 0; i < level.nodes.size(); ++i) row[static_cast<size_t>(level.nodes[i])] = static_cast<int64_t>(i);
    if (l > 0) {
      const int64_t before = static_cast<int64_t>(result[l - 1].nodes.size());
      std::vector<Message> messages;
      const auto addMessage = [&](int64_t relation, uint32_t from, uint32_t to, float share) {
        if (row[to] >= 0 && rowBefore[from] >= 0)
          messages.push_back({row[to], relation * before + rowBefore[from], share});
      };
      for (uint32_t node = 0; node < nodes; ++node) addMessage(0, node, node, 1);
      for (const graph::Edge& edge : graph.edges) {
        addMessage(1, edge.v, edge.u, 1 / static_cast<float>(operands[edge.u]));
        if (directions == Directions::kBoth) addMessage(2, edge.u, edge.v, 1 / static_cast<float>(users[edge.v]));
      }
      std::stable_sort(messages.begin(), messages.end(),
                       [](const Message& a, const Message& b) { return a.target < b.target; });
      for (const Message& message : messages) {
        level.target.push_back(message.target);
        level.source.push_back(message.source);
        level.share.push_back(message.share);
      }
    }
    rowBefore = row;
  }
  return result;
}

std::vector<uint32_t> requiredNodes(const graph::Graph& graph, const std::vector<Level>& levels,
                                    Directions directions) {
  std::vector<bool> required(graph.nodes());
  for (size_t l = levels.size(); l-- > 0;) {
    for (int64_t node : levels[l].nodes) required[static_cast<size_t>(node)] = true;
    if (l > 0) {
      const std::vector<bool> from = required;
      spread(graph, directions, /*backwards=*/true, from, required);
    }
  }
  std::vector<uint32_t> nodes;
  for (uint32_t node = 0; node < graph.nodes(); ++node)
    if (required[node]) nodes.push_back(node);
  return nodes;
}

}  // namespace hlorank::model
