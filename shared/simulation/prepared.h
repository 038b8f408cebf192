// Represents a computation for the compiler simulation, with everything that does not depend on the chosen layouts.
// Nodes are numbered within the computation: first the instructions, in module order, then one layout constraint per
// slot, which is an output or operand whose layout can be chosen.
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

// How an operation passes layouts between its operands and its result. "Fusable" means that the
// operation can be computed inside the loop of the operation that reads its result.
enum class Kind : uint8_t {
  kSame,         // elementwise, slice, pad, reverse, dynamic-slice: operands in the layout of the result; fusable
  kConcatenate,  // operands in the layout of the result, computed in its loop; fusable with few operands
  kUpdate,       // dynamic-update-slice: operands in the layout of the result; not fusable
  kPass,         // reduce-window, sort, scatter, …: operands in the layout of the result; not fusable
  kBroadcast,    // the operand has the layout of the result, without the new dimensions; fusable
  kTranspose,    // a bitcast of its row-major operand; fusable
  kReshape,      // operand row-major, result in any layout; fusable
  kIota,         // no operands; fusable
  kReduce,       // operand row-major, result in any layout
  kParameter,    // row-major
  kElement,      // get-tuple-element: row-major
  kConstant,     // any layout
  kDot,          // operands and result row-major
  kRowMajor,     // convolution, fft, custom-call: operands and result row-major
  kConstraint,   // not an operation, but a layout constraint, which a configuration can activate
  kGather,       // operands row-major, result in any layout; fusable
  kOther,        // operands row-major, result in any layout
};

// Marks dimensions of the indices in PreparedComputation::dimensions of a gather. The list has an entry for each
// dimension of the result: the operand dimension over which it iterates, or kGatherIndices + a dimension of the
// indices. One more entry, the last, is the first operand dimension that is indexed.
inline constexpr uint8_t kGatherIndices = 64;

// An instruction or layout constraint of a computation, as the compiler simulation sees it.
struct Node {
  Kind kind = Kind::kOther;
  bool isArray = false;      // whether the result is an array of rank 1 to kMaxRank with 1 to kMaxElements elements
  bool isFusable = false;    // whether the node can be computed inside the loop of the node that reads it
  bool isExpensive = false;  // whether the result is stored instead of computed again for each of several readers
  bool isHeavy = false;      // whether the operation takes many cycles per element
  bool isVeryHeavy = false;  // whether the operation takes even more cycles per element
  bool isPure = false;       // whether the node is a reshape or transpose, which computes nothing
  bool isLibraryOperation = false;  // whether XLA's YNN library can run the operation (library.h)
  // Whether the value is the same in all iterations of the `while` whose body the computation is.
  bool isInvariant = false;
  bool isWorthHoisting = false;  // whether XLA moves the operation out of a `while` if it is loop-invariant
  uint8_t rank = 0;
  uint8_t elementBytes = 4;
  uint32_t sizes = 0;  // index in PreparedComputation::sizes of the first of the node's `rank` dimension sizes
  // Index in PreparedComputation::dimensions of the first of this node's `dimensionCount` entries. They are the
  // attribute `dimensions` of a broadcast, transpose or reduce. For a gather, see kGatherIndices.
  uint32_t dimensions = 0;
  uint32_t dimensionCount = 0;
  uint32_t operands = 0;  // index in PreparedComputation::operands of the first of this node's `operandCount` entries
  uint32_t operandCount = 0;
  int64_t elements = 1;
};

// A computation as a graph of nodes. Each list that nodes have, such as operands, is stored in one array for all nodes,
// one node after another. A Node has the index of the first entry of its list.
struct PreparedComputation {
  uint32_t firstInstruction = 0;  // node i is instruction firstInstruction + i of the module
  uint32_t instructions = 0;      // number of nodes that are instructions
  std::vector<Node> nodes;
  // Operand lists of all nodes, one after another. The operands of an instruction are instructions, never constraints.
  // The operand of a constraint is the node whose layout it constrains.
  std::vector<uint32_t> operands;
  std::vector<int64_t> sizes;       // size of each dimension of the result; all nodes, one after another
  std::vector<uint8_t> dimensions;  // dimension numbers (see Node::dimensions); all nodes, one after another
  std::vector<uint32_t> order;      // all nodes, operands before users
  // Nodes that the computation returns: its root or, if the root is a tuple, the root's operands.
  std::vector<uint32_t> outputs;
  // The nodes after the instructions are layout constraints: the one with index c among them constrains tensor
  // tensors[c] of the instruction owners[c]; slots[c] is the index of that tensor among those whose layout can be
  // chosen.
  std::vector<uint32_t> slots, owners;
  std::vector<uint8_t> tensors;    // [constraints] which tensor of the instruction: 0 output, 1 operand 0, 2 operand 1
  std::vector<uint32_t> bySource;  // the constraint nodes, sorted by the node whose layout they constrain
  // Executions per run of the program: of the computation (trips), and of what is moved out of it (outerTrips).
  double trips = 1, outerTrips = 1;

  // Returns the instruction of a node: of a layout constraint, that whose output or operand is constrained.
  uint32_t instructionOf(uint32_t node) const { return node < instructions ? node : owners[node - instructions]; }
  Sizes sizesOf(uint32_t node) const { return {sizes.data() + nodes[node].sizes, nodes[node].rank}; }
  DimensionList dimensionsOf(uint32_t node) const {
    return {dimensions.data() + nodes[node].dimensions, nodes[node].dimensionCount};
  }
};

// Converts the computations whose operations run as loops to the form that the compiler simulation reads. These are the
// entry computation, bodies of `while`, and computations of calls, conditionals and fusions. Computations that have
// only scalars are left out. Layouts in other computations have no effect. O(instructions + operands + slots).
std::vector<PreparedComputation> prepare(const hlo::Module& module, const graph::Program& program,
                                         const configs::LayoutTable& table);

}  // namespace hlorank::simulation
