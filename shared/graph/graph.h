// The graph of a program: TpuGraphs' arrays of opcodes, features and edges. Node i is instruction i of the HLO module.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/graph/feature_rows.h"
#include "shared/hlo/module.h"

namespace hlorank::graph {

// An edge from consumer to producer: u has v as an operand, or u calls the computation whose root is v. u and v are
// node numbers.
struct Edge {
  uint32_t u, v;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

struct Graph {
  std::vector<uint8_t> opcodes;  // [nodes] opcode numbers of TpuGraphs, 0 to 120
  FeatureRows features;          // [nodes, 140] raw values, see node_features.h
  std::vector<Edge> edges;       // [edges] in the order in which TpuGraphs' extractor adds them; may repeat
  // TpuGraphs' node_splits: 0, the end (node number) of each computation whose name contains cluster, while or cond,
  // and the number of nodes.
  std::vector<int64_t> splits;
  std::vector<uint32_t> configurable;  // nodes with configurable layouts (convolution, dot, reshape), ascending

  size_t nodes() const { return opcodes.size(); }
  const float* row(size_t node) const { return features[node]; }
  // Returns the edges sorted by (u, v), as TpuGraphs' files store them. Keeps duplicates (one instruction calls the
  // same computation twice).
  std::vector<Edge> sortedEdges() const;
};

// Makes the graph of a module; node i is instruction i. O(instructions + operands · log(operands per instruction)).
Graph makeGraph(const hlo::Module& module);

// Hashes of a graph's arrays, to check that it equals the graph that another tool extracts from the same module.
// FNV-1a-64 with another start value (see graph.cpp) over the little-endian bytes of opcodes (int32), features
// (float32), edges (int32 pairs), splits (int64).
struct Hashes {
  uint64_t opcode, nodeFeat, edgesInsertion, edgesSorted, splits;  // edges in the order of Graph::edges, and sorted
};
Hashes hashesOf(const Graph& graph);

}  // namespace hlorank::graph
