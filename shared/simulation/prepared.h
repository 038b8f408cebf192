// A computation prepared for the simulation: everything that does not depend on the configuration. Nodes are numbered
// within the computation: first the instructions, in module order, then one layout constraint per slot (a tensor whose
// layout a configuration chooses).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"
#include "shared/simulation/order.h"

namespace hlorank::simulation {

inline constexpr uint32_t kNone = UINT32_MAX;

// Largest number of elements of a simulated array, so that products of sizes, strides and bytes fit in 64 bits.
inline constexpr int64_t kMaxElements = int64_t{1} << 50;

// How an operation passes layouts between operands and result. "Fusable": can be computed inside the loop of its
// reader.
enum class Kind : uint8_t {
  kSame,         // elementwise, slice, pad, reverse, dynamic-slice: operands in the order of the result; fusable
  kConcatenate,  // operands in the order of the result; its operands are computed in its loop
  kUpdate,       // dynamic-update-slice: operands in the order of the result; not fusable
  kPass,         // reduce-window, sort, scatter, …: operands in the order of the result; not fusable
  kBroadcast,    // the operand has the order of the result; fusable
  kTranspose,    // a bitcast of its row-major operand; fusable
  kReshape,      // operand row-major, result in any order; fusable
  kIota,         // fusable
  kReduce,       // operand row-major, result in any order
  kParameter,    // row-major
  kElement,      // get-tuple-element: row-major
  kConstant,     // any order
  kDot,          // operands and result row-major
  kRowMajor,     // convolution, fft, custom-call: operands and result row-major
  kConstraint,   // a layout constraint, which a configuration can activate
  kGather,       // operands row-major, result in any order; fusable
  kOther,        // operands row-major, result in any order
};

// PreparedComputation::dimensions of a gather: for each dimension of the result, the dimension of the operand that it
// iterates over, or kGatherIndices + the dimension of the indices; then the first dimension of the operand that is
// indexed.
inline constexpr uint8_t kGatherIndices = 64;

// An instruction or layout constraint of a computation.
struct Node {
  Kind kind = Kind::kOther;
  bool isArray = false;      // has a rank of 1 to kMaxRank and 1 to kMaxElements elements
  bool isFusable = false;    // can be computed inside the loop of its reader
  bool isExpensive = false;  // is stored in memory if it has several readers, instead of computed for each
  bool isHeavy = false;      // takes many cycles per element
  bool isPure = false;       // reshape or transpose: computes nothing
  bool isInvariant = false;  // has the same value in all iterations of the `while` whose body this computation is
  uint8_t rank = 0;
  uint8_t elementBytes = 4;
  uint32_t sizes = 0;       // index of the first of its `rank` entries in PreparedComputation::sizes
  uint32_t dimensions = 0;  // index in PreparedComputation::dimensions: the attribute of broadcast, transpose, reduce;
                            // of a gather: see kGatherIndices
  uint32_t dimensionCount = 0;
  uint32_t operands = 0;  // index of the first of its `operandCount` entries in PreparedComputation::operands
  uint32_t operandCount = 0;
  int64_t elements = 1;
};

// A computation as a graph of nodes. Lists of all nodes are stored one after the other; a Node has the index of its
// first entry.
struct PreparedComputation {
  uint32_t firstInstruction = 0;  // node i is instruction firstInstruction + i of the module
  uint32_t instructions = 0;      // number of nodes that are instructions
  std::vector<Node> nodes;
  // Operand lists of all nodes, one after the other. Instructions list instructions, never constraints; a constraint
  // lists the node that it constrains.
  std::vector<uint32_t> operands;
  std::vector<int64_t> sizes;       // size of each dimension of the result, of all nodes
  std::vector<uint8_t> dimensions;  // dimension numbers of attributes, of all nodes; see Node::dimensions
  std::vector<uint32_t> order;      // all nodes, operands before users
  // Nodes that the computation returns: its root, or the root's operands if it is a tuple.
  std::vector<uint32_t> outputs;
  // Node instructions + c is the constraint of tensor `tensors[c]` (0: output, 1: operand 0, 2: operand 1) of node
  // `owners[c]`.
  std::vector<uint32_t> slots, owners;  // [constraints] slot of the layout table; node of its instruction
  std::vector<uint8_t> tensors;         // [constraints]
  std::vector<uint32_t> bySource;       // constraint nodes, sorted by the node that they constrain
  double trips = 1, outerTrips = 1;     // executions per run of the program; of its loop-invariant values

  Sizes sizesOf(uint32_t node) const { return {sizes.data() + nodes[node].sizes, nodes[node].rank}; }
  DimensionList dimensionsOf(uint32_t node) const {
    return {dimensions.data() + nodes[node].dimensions, nodes[node].dimensionCount};
  }
};

// Prepares the computations whose operations run as loops: the entry and, recursively, the bodies of `while` and the
// computations of calls, conditionals and fusions, except those with only scalars. Slots of other computations have no
// effect. O(instructions + operands + slots).
std::vector<PreparedComputation> prepare(const hlo::Module& module, const graph::Program& program,
                                         const configs::LayoutTable& table);

}  // namespace hlorank::simulation
