// The graph of a program as models see it: TpuGraphs' arrays.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/graph/feature_rows.h"
#include "shared/hlo/module.h"

namespace hlorank::graph {

// u consumes v: the instruction at node u has the one at v as operand, or calls the computation whose root is v.
struct Edge {
  uint32_t u, v;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

struct Graph {
  std::vector<uint8_t> opcodes;  // [nodes] ids of TpuGraphs' table
  FeatureRows features;          // [nodes, 140] raw values, see node_features.h
  std::vector<Edge> edges;       // [edges] as the extractor of TpuGraphs inserts them
  std::vector<int64_t>
      splits;  // node_splits: starts of computations whose name contains cluster, while or cond; 0 first, nodes last
  std::vector<uint32_t> configurable;  // nodes whose layouts may be chosen, ascending: convolution, dot, reshape

  size_t nodes() const { return opcodes.size(); }
  const float* row(size_t node) const { return features[node]; }
  // As the data set stores them; duplicates (a computation called twice by one instruction) kept.
  std::vector<Edge> sortedEdges() const;
};

// Node i is instruction i. Linear in instructions + operands.
Graph makeGraph(const hlo::Module& module);

// FNV-1a-64 over the little-endian bytes of opcodes (int32), features (float32), edges (int32 pairs) in both orders,
// splits (int64).
struct Hashes {
  uint64_t opcode, nodeFeat, edgesInsertion, edgesSorted, splits;
};
Hashes hashesOf(const Graph& graph);

}  // namespace hlorank::graph
