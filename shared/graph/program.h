// A program as the ranking sees it: its graph, and what only an HLO module can tell beyond the graph. Made from a
// module, or from the arrays of an npz; in the latter case the extras are absent and every reader of them masks them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/graph/graph.h"

namespace hlorank::graph {

// A dimension's part in a dot or convolution.
enum class Role : uint8_t { kNone, kBatch, kContracting, kFree, kFeature, kSpatial, kInputFeature, kOutputFeature };

struct NodeExtras {
  std::vector<uint32_t> operands;  // in operand order (the graph's edges are sorted and unique)
  double trips = 1;                // how often it runs per run of the program: product of the trip counts
                                   // of the loops around it, summed over the places that call its computation
  bool inLoop = false;
  bool fused = false;                      // inside the computation of a fusion
  std::array<std::vector<Role>, 3> roles;  // dot, convolution: per dimension of output, operand 0, operand 1
};

struct Program {
  std::string name;
  Graph graph;
  std::vector<NodeExtras> extras;  // [nodes], or empty when only arrays are known
  bool hasExtras() const { return !extras.empty(); }

  // Shape of a node from its feature row: up to 6 dimensions and bytes of an element. Tuples, tokens: rank 0, 0 bytes.
  // Types the columns do not have (f8, s4, ...) count as one byte.
  std::vector<int64_t> dimensions(uint32_t node) const;
  int elementBytes(uint32_t node) const;
  // The node's operands: from the extras in order, else from the edges in the order of the npz (ascending).
  const std::vector<uint32_t>& operands(uint32_t node) const { return operands_[node]; }
  // Users of a node, ascending.
  const std::vector<uint32_t>& users(uint32_t node) const { return users_[node]; }

  std::vector<std::vector<uint32_t>> operands_, users_;
};

// `graph` must be makeGraph(module). Linear in instructions + operands + calls.
Program makeProgram(const hlo::Module& module, Graph graph);

// From arrays alone: no extras; edges to nodes that do not exist are left out. Operands include the roots of called
// computations.
Program makeProgram(std::string name, Graph graph);

}  // namespace hlorank::graph
