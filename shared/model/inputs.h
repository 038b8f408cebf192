// Input tensors of the networks, by name. They are built once per program, by the same code for training, `hlorank
// rank` and the page.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/analytical.h"
#include "shared/model/score.h"

namespace hlorank::model {

// A network input: a dense row-major array of float32 or, for indices, int64.
struct Tensor {
  std::string name;
  std::vector<int64_t> shape;
  std::variant<std::vector<float>, std::vector<int64_t>> data;
};

// Builds the network inputs whose names are in `names`, in the order below. A slot is an output or operand whose layout
// can be chosen. A row is one slot with one layout. An entry is a pair of rows of neighbouring slots (pair_blocks.h).
// Only the rows of the slots `slots` are built, or all rows if `slots` is nullopt.
//   terms         float [rows, 4]      cost terms, analytical.h
//   slot          float [rows, slotFeatureCount()]  slot_features.h, mostly within −1..1
//   rowNode       int64 [rows]         the graph node that the row's slot belongs to
//   rowValue      int64 [rows]         the node that computes the slot's tensor: rowNode for an output, or the operand
//   opcode        int64 [nodes]        number of the opcode in TpuGraphs' table; 0 for unknown ones
//   node          float [nodes, kNodeInputs]  see appendNodeInputs
//   consumer, producer  int64 [edges]  the node that reads and the node that is read, of each edge
//   gates         float [rows, 3]      gates.h
//   pairs         int64 [entries, 2]   the two rows of each entry
//   pairRelation  int64 [entries]      Relation of analytical.h between the two slots of each entry
//   pairGates     float [entries]      gates.h
std::vector<Tensor> makeInputs(const graph::Program& program, const configs::Configurations& configurations,
                               const AnalyticalCosts& analytical, std::span<const std::string> names,
                               std::optional<configs::SlotRange> slots = {});

// Returns the names of all inputs that makeInputs can build, in the order in which it builds them. Omits the large
// inputs `pairs`, `pairRelation` and `pairGates` unless `withPairs` is set.
std::vector<std::string> allInputs(bool withPairs);

// Divisor in the scaling of sizes and counts x for network inputs, which is sign(x) · log2(1 + |x|) / kLog2Unit. The
// scaling maps 2^30 to about 1.
inline constexpr float kLog2Unit = 30;

// Appends the kNodeInputs features of one graph node, which are its row of the network input `node`. First come the 140
// TpuGraphs features, with sizes and counts as logarithms. Then come 4 values: whether the program comes from HLO, the
// logarithm of the trip count, whether the node is in a loop, and whether it is in a fusion. For a program read from
// npz arrays, all 4 are 0.
void appendNodeInputs(const graph::Program& program, uint32_t node, std::vector<float>& inputs);

}  // namespace hlorank::model
