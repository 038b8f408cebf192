// A program as the rankers see it: its graph, the exact shapes of its tensors, and what only an HLO module can tell.
// Made from a module, or decoded from the arrays of an npz, which lists less (see makeProgram).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shared/graph/graph.h"
#include "shared/hlo/primitive_type.h"

namespace hlorank::graph {

// The role of a tensor dimension in a dot or convolution.
enum class Role : uint8_t { kNone, kBatch, kContracting, kFree, kFeature, kSpatial, kInputFeature, kOutputFeature };
// Roles by dimension of output, operand 0 and operand 1; empty lists for other operations.
using DimensionRoles = std::array<std::vector<Role>, 3>;

struct TensorShape {
  hlo::PrimitiveType elementType = hlo::PrimitiveType::kInvalid;
  std::vector<int64_t> dimensions;    // sizes; empty for scalars, tuples, tokens; 0 where a size is unbounded
  std::vector<int64_t> minorToMajor;  // the layout; empty where none is known
};

// Known of programs that were made from a module alone.
struct NodeExtras {
  double trips = 1;  // executions per run of the program: the product of the trip counts of the loops around the node,
                     // summed over the call sites of its computation
  bool inLoop = false;
  bool fused = false;  // inside the computation of a fusion
};

struct Convolution {
  uint32_t node;
  int64_t kernelOutputFeature;  // dimension of operand 1; out of range where the program is damaged
  double windowElements;        // product of the window's sizes
};

struct Program {
  std::string name;
  Graph graph;
  std::vector<NodeExtras> extras;  // [nodes], or empty when only arrays are known
  bool hasExtras() const { return !extras.empty(); }

  const TensorShape& shape(uint32_t node) const { return shapes[shapeOfNode[node]]; }
  std::span<const int64_t> dimensions(uint32_t node) const { return shape(node).dimensions; }
  // Bytes of an element in memory; types narrower than a byte take one. 0 for tuples and tokens.
  int elementBytes(uint32_t node) const;
  // The operands in operand order; from arrays in ascending order, with the roots of called computations.
  std::span<const uint32_t> operands(uint32_t node) const { return operandLists.of(node); }
  // The users of the node's value, ascending, each once.
  std::span<const uint32_t> users(uint32_t node) const { return userLists.of(node); }
  // HLO's `dimensions` attribute, of a transpose, broadcast or reduce; from arrays its first six entries, padded with
  // 0.
  std::span<const int64_t> dimensionsAttribute(uint32_t node) const { return attributeLists.of(node); }
  // Empty lists where only arrays are known. O(log dots and convolutions).
  const DimensionRoles& roles(uint32_t node) const;
  // Null for nodes that are no convolution. O(log convolutions).
  const Convolution* convolution(uint32_t node) const;

  // A list of each node, one after another: that of node i is values[begin[i]] to values[begin[i + 1] - 1].
  template <class T>
  struct Lists {
    std::vector<uint32_t> begin;  // [nodes + 1]
    std::vector<T> values;
    std::span<const T> of(uint32_t node) const { return {values.data() + begin[node], begin[node + 1] - begin[node]}; }
  };

  std::vector<TensorShape> shapes;    // equal ones may repeat
  std::vector<uint32_t> shapeOfNode;  // [nodes]
  Lists<uint32_t> operandLists, userLists;
  Lists<int64_t> attributeLists;
  std::vector<std::pair<uint32_t, DimensionRoles>> rolesOfNodes;  // dots and convolutions, ascending by node
  std::vector<Convolution> convolutions;                          // ascending by node
  std::vector<bool> isRoot;                                       // [nodes] root of its computation
  std::vector<std::string> guesses;  // what the arrays do not say and was guessed, a sentence each; empty with a module
};

// `graph` must be makeGraph(module). O(instructions + operands + calls).
Program makeProgram(const hlo::Module& module, Graph graph);

// From arrays alone, decoded once for each distinct feature row. Edges to nodes that do not exist are ignored. Arrays
// list six dimensions of a tensor: sizes beyond the sixth are guessed from the product column. They know 19 element
// types: others count as one byte.
Program makeProgram(std::string name, Graph graph);

}  // namespace hlorank::graph
