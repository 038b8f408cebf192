// The input of all cost models: a program's graph, the shapes of its tensors, and facts that only HLO contains. A
// program is made from an HLO module, or from the arrays of an .npz file, which contain less (see makeProgram).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shared/graph/graph.h"
#include "shared/hlo/primitive_type.h"

namespace hlorank::graph {

// Role of a tensor dimension in a dot or convolution.
enum class Role : uint8_t { kNone, kBatch, kContracting, kFree, kFeature, kSpatial, kInputFeature, kOutputFeature };
// Role of each dimension of the output, operand 0 and operand 1 of a dot or convolution; three empty lists for other
// operations.
using DimensionRoles = std::array<std::vector<Role>, 3>;

struct TensorShape {
  hlo::PrimitiveType elementType = hlo::PrimitiveType::kInvalid;
  std::vector<int64_t> dimensions;    // sizes; 0 for an unbounded size; empty for scalars, tuples, tokens
  std::vector<int64_t> minorToMajor;  // layout; empty: unknown; -1: invalid entry in an npz array
};

// Facts about a graph node that are known only for programs made from HLO, not for those read from npz arrays.
struct NodeExtras {
  // Executions of the node per run of the program: product of the trip counts of the enclosing loops, summed over the
  // call sites of its computation.
  double trips = 1;
  bool inLoop = false;  // whether a `while` executes the node, directly or through calls
  bool fused = false;   // whether the node belongs to the computation of a fusion
};

// Facts about one convolution of a program.
struct Convolution {
  uint32_t node;
  // Output feature dimension of the kernel (operand 1); out of range if the input is malformed.
  int64_t kernelOutputFeature;
  double windowElements;  // product of the window sizes
};

struct Program {
  std::string name;
  Graph graph;
  std::vector<NodeExtras> extras;  // [nodes] facts known only from HLO; empty if made from npz arrays
  bool hasExtras() const { return !extras.empty(); }

  const TensorShape& shape(uint32_t node) const { return shapes[shapeOfNode[node]]; }
  std::span<const int64_t> dimensions(uint32_t node) const { return shape(node).dimensions; }
  // Returns the bytes per element of the node's result; 1 for types narrower than a byte, 0 for tuples and tokens.
  int elementBytes(uint32_t node) const;
  // Returns the operands of a node in operand order. For a program made from npz arrays, which lack that order:
  // ascending, without repeats, and including the roots of called computations.
  std::span<const uint32_t> operands(uint32_t node) const { return operandLists.of(node); }
  // Returns the nodes that have `node` as an operand, ascending, without repeats.
  std::span<const uint32_t> users(uint32_t node) const { return userLists.of(node); }
  // Returns the HLO attribute `dimensions` (of transpose, broadcast, reduce and others); empty if there is none. For a
  // program made from npz arrays: its first six entries, padded with 0, with -1 for an invalid entry.
  std::span<const int64_t> dimensionsAttribute(uint32_t node) const { return attributeLists.of(node); }
  // Returns the roles of the dimensions of a dot or convolution. Empty lists for other nodes and for programs made from
  // npz arrays. O(log nodes).
  const DimensionRoles& roles(uint32_t node) const;
  // Returns the facts about a convolution; null for a node that is none. O(log nodes).
  const Convolution* convolution(uint32_t node) const;

  // One list per node, all in one vector: node i has values[begin[i]] to values[begin[i + 1] - 1].
  template <class T>
  struct Lists {
    std::vector<uint32_t> begin;  // [nodes + 1] start of each node's list in `values`
    std::vector<T> values;
    std::span<const T> of(uint32_t node) const { return {values.data() + begin[node], begin[node + 1] - begin[node]}; }
  };

  std::vector<TensorShape> shapes;    // tensor shapes; may contain duplicates
  std::vector<uint32_t> shapeOfNode;  // [nodes] index in `shapes` of the node's result
  Lists<uint32_t> operandLists, userLists;
  Lists<int64_t> attributeLists;
  std::vector<std::pair<uint32_t, DimensionRoles>> rolesOfNodes;  // (node, roles) of dots and convolutions, by node
  std::vector<Convolution> convolutions;                          // the convolutions of the program, sorted by node
  std::vector<bool> isRoot;                                       // [nodes] whether each is the root of its computation
  std::vector<std::string> guesses;  // what was guessed from npz arrays, one sentence per guess; empty for HLO
};

// Makes a program from an HLO module; `graph` must be the result of makeGraph(module). O(instructions + operands +
// calls).
Program makeProgram(const hlo::Module& module, Graph graph);

// Makes a program from a graph that was read from npz arrays, by decoding its node features; ignores edges to missing
// nodes. The features list only six dimensions per tensor; sizes after the sixth are guessed from the product of all.
// An element type without a feature counts as U8 (one byte). Program::guesses reports both.
Program makeProgram(std::string name, Graph graph);

}  // namespace hlorank::graph
