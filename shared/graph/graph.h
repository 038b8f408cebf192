// The graph of a program in the format of TpuGraphs: opcodes, features and edges. Node i is instruction i of the HLO
// module.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/graph/feature_rows.h"
#include "shared/hlo/module.h"

namespace hlorank::graph {

// An edge from consumer u to producer v, both node numbers. The producer v is an operand of u, or the root of a
// computation that u calls.
struct Edge {
  uint32_t u, v;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

struct Graph {
  std::vector<uint8_t> opcodes;  // [nodes] TpuGraphs' opcode number of each node, 0 to 120
  FeatureRows features;          // [nodes, 140] features without normalization; columns in node_features.h
  std::vector<Edge> edges;       // edges of the graph in the order of TpuGraphs' extractor; may contain duplicates
  // TpuGraphs' array node_splits. It begins with 0 and ends with the number of nodes. Between them is the end, as a
  // node number, of each computation whose name contains cluster, while or cond.
  std::vector<int64_t> splits;
  std::vector<uint32_t> configurable;  // nodes whose layouts can be chosen (convolution, dot, reshape), ascending

  size_t nodes() const { return opcodes.size(); }
  const float* row(size_t node) const { return features[node]; }
  // Returns the edges sorted by (u, v), as TpuGraphs' files store them. Keeps duplicates. They arise when an
  // instruction calls the same computation twice.
  std::vector<Edge> sortedEdges() const;
};

// Makes the graph of a module. Node i is instruction i. O(instructions + operands · log(operands per instruction)).
Graph makeGraph(const hlo::Module& module);

// Hashes of a graph's arrays, to check that another tool extracts the same graph from the same HLO module. The hash is
// FNV-1a-64 with a non-standard start value (see graph.cpp) over little-endian bytes. Opcodes are hashed as int32,
// features as float32, edges as pairs of int32, splits as int64.
struct Hashes {
  // EdgesInsertion: edges in the order of Graph::edges; edgesSorted: edges sorted by (u, v).
  uint64_t opcode, nodeFeat, edgesInsertion, edgesSorted, splits;
};
Hashes hashesOf(const Graph& graph);

}  // namespace hlorank::graph
