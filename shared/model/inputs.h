// The input tensors of the networks, by name; built once per program. Training, `hlorank rank` and the page share them.
// A slot is a tensor whose layout can be chosen: the output or an operand of a configurable instruction.
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

// A network input: a dense row-major array, float32 or (for indices) int64.
struct Tensor {
  std::string name;
  std::vector<int64_t> shape;
  std::variant<std::vector<float>, std::vector<int64_t>> data;
};

// Builds those inputs below whose names are in `names`, in the order below. `rows`: the rows (a slot with one of its
// layouts) of the slots `slots`; of all slots if `slots` is empty. `entries`: pair entries (two rows of neighbouring
// slots, in the order of pair_blocks.h).
//   terms         float [rows, 4]      cost terms, analytical.h
//   slot          float [rows, slotFeatureCount()]  slot_features.h, mostly within −1..1
//   rowNode       int64 [rows]         the configurable node that the row's slot belongs to
//   rowValue      int64 [rows]         the node whose result the row lays out: rowNode for an output, else the operand
//   opcode        int64 [nodes]        number of the opcode in TpuGraphs' table; 0 for unknown ones
//   node          float [nodes, kNodeInputs]  see appendNodeInputs
//   consumer, producer  int64 [edges]  the node that reads and the node that is read, of each edge
//   gates         float [rows, 3]      gates.h
//   pairs         int64 [entries, 2]   the two rows of each pair entry
//   pairRelation  int64 [entries]      Relation of analytical.h between the two slots of each pair entry
//   pairGates     float [entries]      gates.h
std::vector<Tensor> makeInputs(const graph::Program& program, const configs::Configurations& configurations,
                               const AnalyticalCosts& analytical, std::span<const std::string> names,
                               std::optional<configs::SlotRange> slots = {});

// Returns the names of all inputs that makeInputs can build, in its order. Includes `pairs`, `pairRelation` and
// `pairGates`, which are large, only if `withPairs` is set.
std::vector<std::string> allInputs(bool withPairs);

// Sizes and counts x enter the inputs as sign(x) · log2(1 + |x|) / kLog2Unit, so that 2^30 becomes about 1.
inline constexpr float kLog2Unit = 30;

// Appends the kNodeInputs values of the input `node` for one node: its 140 TpuGraphs features (sizes and counts as
// logarithms), whether it comes from an HLO module (else from arrays: the next three are 0), log trip count, whether it
// is in a loop, whether it is in a fusion.
void appendNodeInputs(const graph::Program& program, uint32_t node, std::vector<float>& inputs);

}  // namespace hlorank::model
