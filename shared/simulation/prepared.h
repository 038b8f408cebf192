// Represents a computation for the compiler simulation, with everything that does not depend on the chosen layouts.
// Nodes are numbered within the computation: first the instructions, in module order, then one layout constraint per
// slot, which is a tensor whose layout can be chosen.
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

// How an operation passes layouts (dimension orders) between its operands and its result. "Fusable" means that the
// operation can be computed inside the loop of its reader.
enum class Kind : uint8_t {
  kSame,         // elementwise, slice, pad, reverse, dynamic-slice: operands in the order of the result; fusable
  kConcatenate,  // operands in the order of the result; operands are computed in the loop of the concatenate
  kUpdate,       // dynamic-update-slice: operands in the order of the result; not fusable
  kPass,         // reduce-window, sort, scatter, …: operands in the order of the result; not fusable
  kBroadcast,    // the operand has the order of the result; fusable
  kTranspose,    // a bitcast of its row-major operand; fusable
  kReshape,      // operand row-major, result in any order; fusable
  kIota,         // no operands; fusable
  kReduce,       // operand row-major, result in any order
  kParameter,    // row-major
  kElement,      // get-tuple-element: row-major
  kConstant,     // any order
  kDot,          // operands and result row-major
  kRowMajor,     // convolution, fft, custom-call: operands and result row-major
  kConstraint,   // not an operation but a layout constraint, which a configuration can activate
  kGather,       // operands row-major, result in any order; fusable
  kOther,        // operands row-major, result in any order
};

// Marks dimensions of the indices in the list PreparedComputation::dimensions of a gather. The list gives for each
// result dimension the operand dimension that it iterates over, or kGatherIndices + a dimension of the indices. Its
// last entry is the first operand dimension that is indexed.
inline constexpr uint8_t kGatherIndices = 64;

// An instruction or layout constraint of a computation, as the compiler simulation sees it.
struct Node {
  Kind kind = Kind::kOther;
  bool isArray = false;      // whether the result is an array of rank 1 to kMaxRank with 1 to kMaxElements elements
  bool isFusable = false;    // whether the node can be computed inside the loop of its reader
  bool isExpensive = false;  // whether the result is stored rather than computed again for each of several readers
  bool isHeavy = false;      // whether the operation takes many cycles per element
  bool isPure = false;       // whether the node is a reshape or transpose, which computes nothing
  bool isInvariant = false;  // whether the value is the same in all iterations of the `while` whose body this is
  uint8_t rank = 0;
  uint8_t elementBytes = 4;
  uint32_t sizes = 0;  // index in PreparedComputation::sizes of the first of this node's `rank` entries
  // Index in PreparedComputation::dimensions of the first of this node's `dimensionCount` entries: the `dimensions`
  // attribute of a broadcast, transpose or reduce; of a gather, see kGatherIndices.
  uint32_t dimensions = 0;
  uint32_t dimensionCount = 0;
  uint32_t operands = 0;  // index in PreparedComputation::operands of the first of this node's `operandCount` entries
  uint32_t operandCount = 0;
  int64_t elements = 1;
};

// A computation as a graph of nodes. Lists that each node has, such as operands, are stored one after another in one
// array; a Node has the index of its list's first entry.
struct PreparedComputation {
  uint32_t firstInstruction = 0;  // node i is instruction firstInstruction + i of the module
  uint32_t instructions = 0;      // number of nodes that are instructions
  std::vector<Node> nodes;
  // Operand lists of all nodes, one after another. The operands of an instruction are instructions, never constraints.
  // The operand of a constraint is the node whose layout it constrains.
  std::vector<uint32_t> operands;
  std::vector<int64_t> sizes;       // for all nodes, one after another: the size of each dimension of the result
  std::vector<uint8_t> dimensions;  // for all nodes, one after another: dimension numbers; see Node::dimensions
  std::vector<uint32_t> order;      // all nodes, operands before users
  // Nodes that the computation returns: its root, or the root's operands if it is a tuple.
  std::vector<uint32_t> outputs;
  // Layout constraint number c is node instructions + c. It constrains tensor tensors[c] of the instruction owners[c],
  // which has the index slots[c] among the tensors whose layout can be chosen.
  std::vector<uint32_t> slots, owners;  // [constraints] index of the tensor; node of its instruction
  std::vector<uint8_t> tensors;         // [constraints] 0: output, 1: operand 0, 2: operand 1
  std::vector<uint32_t> bySource;       // constraint nodes, sorted by the node that they constrain
  double trips = 1, outerTrips = 1;  // executions per run of the program: of the computation, of loop-invariant values

  Sizes sizesOf(uint32_t node) const { return {sizes.data() + nodes[node].sizes, nodes[node].rank}; }
  DimensionList dimensionsOf(uint32_t node) const {
    return {dimensions.data() + nodes[node].dimensions, nodes[node].dimensionCount};
  }
};

// Converts the computations whose operations run as loops to the form that the compiler simulation reads. These are the
// entry computation, bodies of `while`, and computations of calls, conditionals and fusions, unless they have only
// scalars. Layouts in other computations have no effect. O(instructions + operands + slots).
std::vector<PreparedComputation> prepare(const hlo::Module& module, const graph::Program& program,
                                         const configs::LayoutTable& table);

}  // namespace hlorank::simulation
