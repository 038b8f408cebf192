// The input tensors of the networks, by name; built once per program. Training, `hlorank rank` and the page share them.
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

struct Tensor {
  std::string name;
  std::vector<int64_t> shape;
  std::variant<std::vector<float>, std::vector<int64_t>> data;
};

// Builds the inputs listed in `names`, in this order, for the rows of the slots `slots` (default: all slots). A model's
// card names the inputs its network takes.
//   terms         float [rows, 4]      cost terms, analytical.h
//   slot          float [rows, S]      slot_features.h, mostly within −1..1
//   rowNode       int64 [rows]         the configurable node that the row's slot belongs to
//   rowValue      int64 [rows]         the node whose result the row lays out: rowNode for an output, else the operand
//   opcode        int64 [nodes]        TpuGraphs' opcodes; 0 for unknown ones
//   node          float [nodes, kNodeInputs]  see appendNodeInputs
//   consumer, producer  int64 [edges]  the two nodes of each edge
//   gates         float [rows, 3]      gates.h
//   pairs         int64 [entries, 2]   the two rows of each pair entry, in the order of pair_blocks.h
//   pairRelation  int64 [entries]      Relation of analytical.h
//   pairGates     float [entries]      gates.h
std::vector<Tensor> makeInputs(const graph::Program& program, const configs::Configurations& configurations,
                               const AnalyticalCosts& analytical, std::span<const std::string> names,
                               std::optional<configs::SlotRange> slots = {});

// The names above. `withPairs` includes the three inputs of pair entries, which are large.
std::vector<std::string> allInputs(bool withPairs);

// Sizes and counts x enter the inputs as ±log2(1 + |x|) / kLog2Unit, so that 2^30 becomes about 1.
inline constexpr float kLog2Unit = 30;

// Appends one row of the input `node`, [kNodeInputs]: the 140 TpuGraphs features (sizes and counts as logarithms), then
// whether the program is known (not only its arrays), log trip count, in a loop, in a fusion.
void appendNodeInputs(const graph::Program& program, uint32_t node, std::vector<float>& inputs);

// The fields of model.json that ranking needs. model.json describes a model; its weights are in model.onnx.
struct Card {
  std::string json;  // the whole text of model.json
  std::string name, title;
  std::string schema;  // schemaHash() of the build that trained the model; must equal this build's
  Aggregation aggregation = Aggregation::kSum;
  Scale scale = Scale::kIdentity;
  std::vector<std::string> inputs;  // names of the tensors the network takes
  bool pairs = false;               // whether the network writes pair entries
  std::string target;               // the backend whose run times it was trained on: "xla-cpu"
};

// Parses model.json. The error names the field that is missing or wrong, for example "schema".
Result<Card> readCard(std::string_view json);
// The error for a field of a card that is missing or is not what `expected` describes.
Error wrongField(const std::string& field, const std::string& expected);

}  // namespace hlorank::model
