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
// Roles of the dimensions of the output, operand 0 and operand 1 of a dot or convolution. Three empty lists for other
// operations.
using DimensionRoles = std::array<std::vector<Role>, 3>;

struct TensorShape {
  hlo::PrimitiveType elementType = hlo::PrimitiveType::kInvalid;
  std::vector<int64_t> dimensions;    // size of each dimension, 0 if unbounded; empty for scalars, tuples and tokens
  std::vector<int64_t> minorToMajor;  // layout; empty if unknown; -1 stands for an invalid entry in an npz array
};

// Facts about a graph node that are known only for programs made from HLO, not for those read from npz arrays.
struct NodeExtras {
  // Number of executions of the node per run of the program: the product of the trip counts of the enclosing loops,
  // summed over all instructions that call its computation.
  double trips = 1;
  bool inLoop = false;  // whether a `while` executes the node, directly or through calls
  bool fused = false;   // whether the node belongs to the computation of a fusion
};

// Facts about one convolution of a program.
struct Convolution {
  uint32_t node;
  // Number of the output feature dimension of the kernel (operand 1). Out of range if the input is malformed.
  int64_t kernelOutputFeature;
  double windowElements;  // product of the window sizes
};

struct Program {
  std::string name;
  Graph graph;
  std::vector<NodeExtras> extras;  // [nodes] facts known only from HLO; empty if the program was made from npz arrays
  bool hasExtras() const { return !extras.empty(); }

  const TensorShape& shape(uint32_t node) const { return shapes[shapeOfNode[node]]; }
  std::span<const int64_t> dimensions(uint32_t node) const { return shape(node).dimensions; }
  // Returns the bytes per element of the node's result. Returns 1 for types narrower than a byte, 0 for tuples and
  // tokens.
  int elementBytes(uint32_t node) const;
  // Returns the operands of a node in operand order. Exception: npz arrays lack that order. For a program made from
  // them, the operands are ascending, without repeats, and include the roots of called computations.
  std::span<const uint32_t> operands(uint32_t node) const { return operandLists.of(node); }
  // Returns the nodes that have `node` as an operand, in ascending order, each once.
  std::span<const uint32_t> users(uint32_t node) const { return userLists.of(node); }
  // Returns the HLO attribute `dimensions` (of transpose, broadcast, reduce and others). Returns an empty list if there
  // is none. For a program made from npz arrays, the list has six entries: the first six of the attribute, filled
  // up with 0. An entry that is not a dimension number is -1 there.
  std::span<const int64_t> dimensionsAttribute(uint32_t node) const { return attributeLists.of(node); }
  // Returns the roles of the dimensions of a dot or convolution. Returns empty lists for other nodes and for programs
  // made from npz arrays. O(log nodes).
  const DimensionRoles& roles(uint32_t node) const;
  // Returns the facts about a convolution. Returns null if the node is not a convolution. O(log nodes).
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
  // Dots and convolutions as (node, roles of the dimensions), sorted by node.
  std::vector<std::pair<uint32_t, DimensionRoles>> rolesOfNodes;
  std::vector<Convolution> convolutions;  // the convolutions of the program, sorted by node
  std::vector<bool> isRoot;               // [nodes] whether each node is the root of its computation
  // What was guessed from npz arrays, one sentence per guess; empty if the program was made from HLO.
  std::vector<std::string> guesses;
};

// Makes a program from an HLO module. `graph` must be the result of makeGraph(module). O(instructions + operands +
// calls).
Program makeProgram(const hlo::Module& module, Graph graph);

// Makes a program from a graph that was read from npz arrays, by decoding its node features. Ignores edges to missing
// nodes. The features list only six dimensions per tensor; sizes after the sixth are guessed from the product of all
// sizes. An element type that has no feature column counts as U8 (one byte). Program::guesses reports both kinds of
// guess.
Program makeProgram(std::string name, Graph graph);

}  // namespace hlorank::graph
