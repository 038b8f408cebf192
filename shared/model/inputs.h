// What the network is given: every array by name, made once per program. Trainer, `rank` and page use this one
// definition.
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

// All inputs any network of ours reads; a network takes those its card names.
//   terms     float [rows, 4]   physics
//   slot      float [rows, S]   slot_features.h, normalised
//   rowNode   int64 [rows]      node whose tensor the row lays out (the configurable node)
//   rowValue  int64 [rows]      node whose result it is (itself for an output, the operand otherwise)
//   opcode    int64 [nodes]     float node [nodes, F] normalised log features
//   consumer, producer  int64 [edges]
//   gates     float [rows, 3]   gates.h
//   pairs     int64 [entries, 2]  rows of every pair entry
//   pairRelation int64 [entries]  physics.h, the same
//   pairGates float [entries]     gates.h, the same
//
// Makes the arrays of these names, in the order above; rows are those of the slots given.
std::vector<Tensor> makeInputs(const graph::Program& program, const configs::Configurations& configurations,
                               const AnalyticalCosts& analytical, std::span<const std::string> names,
                               std::optional<configs::SlotRange> slots = {});

// All of the above; pair entries, which are many, only when asked for.
std::vector<std::string> allInputs(bool withPairs);

// A size or count x becomes ±log2(1 + |x|) / kLogarithmOfOne among the inputs, so that 2^30 is about 1.
inline constexpr float kLogarithmOfOne = 30;

// A row of the array `node`: [kNodeInputs].
void appendNodeInputs(const graph::Program& program, uint32_t node, std::vector<float>& inputs);

// model.json: everything about a model but its weights.
struct Card {
  std::string json;  // as read
  std::string name, title;
  std::string schema;  // hash of every table the inputs are made of; must equal schemaHash()
  Aggregation aggregation = Aggregation::kSum;
  Scale scale = Scale::kIdentity;
  std::vector<std::string> inputs;  // names of the tensors the network takes
  bool pairs = false;
  std::string target;  // what it was trained on: "xla-cpu"
};

// Error names the field that is missing or differs ("schema: the model has 12ab…, this build makes 34cd…").
Result<Card> readCard(std::string_view json);
// A field of a card is missing or of another kind than `expected`.
Error wrongField(const std::string& field, const std::string& expected);

}  // namespace hlorank::model
