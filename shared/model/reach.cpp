#include "shared/model/reach.h"

#include <algorithm>

namespace hlorank::model {
namespace {

// Adds to `marked` whoever hears in one layer from a node that `from` marks: consumers, and producers where users are
// heard. Backwards, whom a marked node hears.
void spread(const graph::Graph& graph, Directions directions, bool backwards, const std::vector<bool>& from,
            std::vector<bool>& marked) {
  for (const graph::Edge& edge : graph.edges) {
    const bool both = directions == Directions::kBoth;
    if ((!backwards || both) && from[edge.v]) marked[edge.u] = true;
    if ((backwards || both) && from[edge.u]) marked[edge.v] = true;
  }
}

struct Message {
  int64_t target, source;
  float share;
};

}  // namespace

std::vector<Level> reach(const graph::Graph& graph, std::span<const uint32_t> start, int layers, Directions directions,
                         const std::vector<bool>& own) {
  const size_t nodes = graph.nodes(), levels = static_cast<size_t>(layers) + 1;
  std::vector<std::vector<bool>> felt(levels, std::vector<bool>(nodes));
  for (uint32_t node : start) felt[0][node] = true;
  for (size_t l = 1; l < levels; ++l) {
    felt[l] = felt[l - 1];
    spread(graph, directions, /*backwards=*/false, felt[l - 1], felt[l]);
  }
  std::vector<std::vector<bool>> heard(levels, own.empty() ? std::vector<bool>(nodes, true) : own);
  if (!own.empty()) {
    for (size_t l = levels - 1; l > 0; --l) {
      heard[l - 1] = heard[l];
      spread(graph, directions, /*backwards=*/true, heard[l], heard[l - 1]);
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
    const auto take = [&](bool pooled) {
      for (size_t node = 0; node < nodes; ++node) {
        if (felt[l][node] && heard[l][node] && (own.empty() || own[node]) == pooled)
          level.nodes.push_back(static_cast<int64_t>(node));
      }
    };
    take(true);
    level.pooled = static_cast<int64_t>(level.nodes.size());
    take(false);
    std::fill(row.begin(), row.end(), -1);
    for (size_t i = 0; i < level.nodes.size(); ++i) row[static_cast<size_t>(level.nodes[i])] = static_cast<int64_t>(i);
    if (l > 0) {
      const int64_t before = static_cast<int64_t>(result[l - 1].nodes.size());
      std::vector<Message> messages;
      const auto tell = [&](int64_t relation, uint32_t from, uint32_t to, float share) {
        if (row[to] >= 0 && rowBefore[from] >= 0)
          messages.push_back({row[to], relation * before + rowBefore[from], share});
      };
      for (uint32_t node = 0; node < nodes; ++node) tell(0, node, node, 1);
      for (const graph::Edge& edge : graph.edges) {
        tell(1, edge.v, edge.u, 1 / static_cast<float>(operands[edge.u]));
        if (directions == Directions::kBoth) tell(2, edge.u, edge.v, 1 / static_cast<float>(users[edge.v]));
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

std::vector<uint32_t> neighbourhood(const graph::Graph& graph, const std::vector<Level>& levels,
                                    Directions directions) {
  std::vector<bool> kept(graph.nodes());
  for (size_t l = levels.size(); l-- > 0;) {
    for (int64_t node : levels[l].nodes) kept[static_cast<size_t>(node)] = true;
    if (l > 0) {
      const std::vector<bool> from = kept;
      spread(graph, directions, /*backwards=*/true, from, kept);
    }
  }
  std::vector<uint32_t> nodes;
  for (uint32_t node = 0; node < graph.nodes(); ++node)
    if (kept[node]) nodes.push_back(node);
  return nodes;
}

}  // namespace hlorank::model
