// A computation prepared for the simulation: everything that does not depend on the configuration. Nodes are local
// indices: first the instructions, in module order, then one layout constraint per slot.
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

// What the simulation knows about an operation.
enum class Kind : uint8_t {
  kSame,         // elementwise, slice, pad, reverse, dynamic-slice: operands in the order of the result; fusable
  kConcatenate,  // operands in the order of the result; computes its operands in its loop
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
  kConstraint,   // a layout constraint of the configuration
  kGather,       // operands row-major, result in any order; fusable
  kOther,        // operands row-major, result in any order
};

// Gather: an entry per dimension of the result, and then the first indexed dimension of the operand. An entry is the
// dimension of the operand that it scans, or kGatherIndices plus that of the indices.
inline constexpr uint8_t kGatherIndices = 64;

struct Node {
  Kind kind = Kind::kOther;
  bool isArray = false;      // has a rank of 1 to kMaxRank and 1 to kMaxElements elements
  bool isFusable = false;    // can be computed inside the loop of its reader
  bool isExpensive = false;  // is not computed twice: materialised if it has several readers
  bool isHeavy = false;      // counts as a heavy operation of its loop
  bool isPure = false;       // reshape or transpose: moves elements only
  bool isInvariant = false;  // has the same value in all iterations of the loop whose body this is
  uint8_t rank = 0;
  uint8_t elementBytes = 4;
  uint32_t sizes = 0;       // index in PreparedComputation::sizes, `rank` entries
  uint32_t dimensions = 0;  // index in PreparedComputation::dimensions: the attribute of broadcast, transpose, reduce;
                            // of a gather: see kGatherIndices
  uint32_t dimensionCount = 0;
  uint32_t operands = 0;  // index in PreparedComputation::operands
  uint32_t operandCount = 0;
  int64_t elements = 1;
};

struct PreparedComputation {
  uint32_t firstInstruction = 0;  // of the module; the instruction of local node i is firstInstruction + i
  uint32_t instructions = 0;      // number of nodes that are instructions
  std::vector<Node> nodes;
  std::vector<uint32_t> operands;  // operand lists: node numbers without layout constraints. A constraint has one
  std::vector<int64_t> sizes;
  std::vector<uint8_t> dimensions;
  std::vector<uint32_t> order;  // all nodes, operands before users
  std::vector<uint32_t>
      outputs;  // nodes that the computation returns: its root, or the root's operands if it is a tuple
  // The constraint node instructions + c pins `tensors[c]` (0 output, else operand + 1) of node `owners[c]`.
  std::vector<uint32_t> slots, owners;  // [constraints] slot of the layout table; its instruction's node
  std::vector<uint8_t> tensors;         // [constraints]
  std::vector<uint32_t> bySource;       // constraint nodes by the node that they read, in order
  double trips = 1, outerTrips = 1;     // executions; those of loop-invariant values

  Sizes sizesOf(uint32_t node) const { return {sizes.data() + nodes[node].sizes, nodes[node].rank}; }
  DimensionList dimensionsOf(uint32_t node) const {
    return {dimensions.data() + nodes[node].dimensions, nodes[node].dimensionCount};
  }
};

// Prepares the computations that run as loops: the entry and those that it calls as bodies of while, calls, branches
// and fusions, except those of scalars. Slots of other computations have no effect. O(instructions + operands + slots).
std::vector<PreparedComputation> prepare(const hlo::Module& module, const graph::Program& program,
                                         const configs::LayoutTable& table);

}  // namespace hlorank::simulation
