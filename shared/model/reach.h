// How far a configuration is felt in a network that passes messages along the graph, so that only those rows need be
// computed for each configuration: everything else is the same for all of them.
//
// Level 0 are the nodes a configuration is put in at. Level l are those of level l−1 and whoever hears from them in
// layer l: consumers hear the mean of their operands, and, where both directions are heard, producers that of their
// users. The state of a row is written as the state without any configuration (the base) plus a difference, and it is
// the differences that are passed on: exact, because what is not reached differs by nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/graph/graph.h"

namespace hlorank::model {

// Kinds of messages of a layer, in the order of their tables: a node's own state, its operands', its users'.
enum class Directions : uint8_t { kOperands, kBoth };
inline int relations(Directions directions) {
  return directions == Directions::kBoth ? 3 : 2;
}

struct Level {
  std::vector<int64_t> nodes;  // [A] of the graph; those that are pooled first, each part ascending
  int64_t pooled = 0;          // how many of them
  // The messages, level l−1 to l; empty in level 0. Message i adds share[i] times row source[i] to row target[i]; the
  // rows of the source are relations × A of the level before, relation by relation. Sorted by target.
  std::vector<int64_t> source, target;
  std::vector<float> share;
};

// layers + 1 levels. `start` are the nodes a configuration is put in at, ascending. `own` (of every node of the graph,
// or empty: all are) are the nodes whose differences are pooled; rows that no pooled row hears from are left out.
// O((nodes + edges) · layers).
std::vector<Level> reach(const graph::Graph& graph, std::span<const uint32_t> start, int layers, Directions directions,
                         const std::vector<bool>& own = {});

// The nodes whose state without any configuration the levels need, ascending: a network run on them, and on the edges
// between them, gives every row of the levels the state it has in the whole graph.
std::vector<uint32_t> neighbourhood(const graph::Graph& graph, const std::vector<Level>& levels, Directions directions);

}  // namespace hlorank::model
