// Program: the input of all models: a graph, the shapes of its tensors, and facts that only an HLO module contains. It
// is made from an HLO module, or from the arrays of an .npz file, which contain less (see makeProgram).
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
// The role of each dimension of output, operand 0 and operand 1 of a dot or convolution; three empty lists for other
// operations.
using DimensionRoles = std::array<std::vector<Role>, 3>;

struct TensorShape {
  hlo::PrimitiveType elementType = hlo::PrimitiveType::kInvalid;
  std::vector<int64_t> dimensions;    // sizes; empty for scalars, tuples, tokens; 0 for an unbounded size
  std::vector<int64_t> minorToMajor;  // layout; empty: unknown; from npz arrays -1 for an invalid entry
};

// Facts about one node that are known only if the program was made from an HLO module.
struct NodeExtras {
  // Executions per run of the program: the product of the trip counts of the loops around the node, summed over the
  // call sites of its computation.
  double trips = 1;
  bool inLoop = false;  // executed, directly or through calls, by a while
  bool fused = false;   // inside the computation of a fusion
};

// Facts about a convolution.
struct Convolution {
  uint32_t node;
  int64_t kernelOutputFeature;  // dimension number in the kernel (operand 1); out of range if the input is malformed
  double windowElements;        // product of the window sizes
};

struct Program {
  std::string name;
  Graph graph;
  std::vector<NodeExtras> extras;  // [nodes]; empty if made from npz arrays
  bool hasExtras() const { return !extras.empty(); }

  const TensorShape& shape(uint32_t node) const { return shapes[shapeOfNode[node]]; }
  std::span<const int64_t> dimensions(uint32_t node) const { return shape(node).dimensions; }
  // Returns the bytes of an element of the node's result; 1 for types narrower than a byte, 0 for tuples and tokens.
  int elementBytes(uint32_t node) const;
  // Returns the operands of a node in operand order. If the program was made from npz arrays: in ascending order,
  // without repeats, and including the roots of called computations.
  std::span<const uint32_t> operands(uint32_t node) const { return operandLists.of(node); }
  // Returns the nodes that have `node` as an operand, ascending, each once.
  std::span<const uint32_t> users(uint32_t node) const { return userLists.of(node); }
  // Returns HLO's `dimensions` attribute (of transpose, broadcast, reduce, …); empty if there is none. If the program
  // was made from npz arrays: its first six entries, padded with 0; -1 for an invalid entry.
  std::span<const int64_t> dimensionsAttribute(uint32_t node) const { return attributeLists.of(node); }
  // Returns the roles of a dot's or convolution's dimensions; empty lists for other nodes and if made from npz arrays.
  // O(log nodes).
  const DimensionRoles& roles(uint32_t node) const;
  // Returns the facts about a convolution; null for other nodes. O(log nodes).
  const Convolution* convolution(uint32_t node) const;

  // One list per node, concatenated: that of node i is values[begin[i]] to values[begin[i + 1] - 1].
  template <class T>
  struct Lists {
    std::vector<uint32_t> begin;  // [nodes + 1]
    std::vector<T> values;
    std::span<const T> of(uint32_t node) const { return {values.data() + begin[node], begin[node + 1] - begin[node]}; }
  };

  std::vector<TensorShape> shapes;    // tensor shapes, not necessarily distinct
  std::vector<uint32_t> shapeOfNode;  // [nodes] index in `shapes`
  Lists<uint32_t> operandLists, userLists;
  Lists<int64_t> attributeLists;
  std::vector<std::pair<uint32_t, DimensionRoles>> rolesOfNodes;  // dots and convolutions, ascending by node
  std::vector<Convolution> convolutions;                          // ascending by node
  std::vector<bool> isRoot;                                       // [nodes] root of its computation
  std::vector<std::string> guesses;  // guessed facts, one sentence each; empty if made from a module
};

// Makes a program from an HLO module; `graph` must be makeGraph(module). O(instructions + operands + calls).
Program makeProgram(const hlo::Module& module, Graph graph);

// Makes a program from a graph that was read from npz arrays, by decoding its feature rows. Ignores edges to nodes that
// do not exist. Feature rows list six dimensions per tensor: further sizes are guessed from the column of their
// product. An element type that has no feature column counts as U8 (one byte). Program::guesses reports both.
Program makeProgram(std::string name, Graph graph);

}  // namespace hlorank::graph
