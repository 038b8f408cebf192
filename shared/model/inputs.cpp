#include "shared/model/inputs.h"

#include <array>
#include <cmath>

#include "shared/model/gates.h"
#include "shared/model/pair_blocks.h"
#include "shared/model/schema.h"
#include "shared/model/slot_features.h"

namespace hlorank::model {

using graph::Program;

namespace {

constexpr int64_t kMaxOpcode = 120;

// Columns that are yes or no stay as they are; sizes and counts become logarithms.
bool isIndicator(int column) {
  return column == 0 || (column >= 2 && column <= 20) || column == 133;
}
float logarithmic(float value) {
  return std::copysign(std::log2(1 + std::abs(value)) / kLogarithmOfOne, value);
}

int64_t size(size_t count) {
  return static_cast<int64_t>(count);
}

// `pairs` and `pairRelation`.
std::array<Tensor, 2> pairInputs(const configs::LayoutTable& table, const Physics& physics) {
  const std::vector<PairBlock> blocks = pairBlocks(table, physics);
  const int64_t entries = size(entriesOf(blocks));
  std::vector<int64_t> pairs, relations;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const PairBlock& block = blocks[i];
    for (uint32_t rowA = 0; rowA < block.rowsA; ++rowA)
      for (uint32_t rowB = 0; rowB < block.rowsB; ++rowB)
        pairs.insert(pairs.end(), {table.rowBegin[block.a] + rowA, table.rowBegin[block.b] + rowB});
    relations.insert(relations.end(), block.entries(), static_cast<int64_t>(physics.relations[i]));
  }
  return {Tensor{"pairs", {entries, 2}, std::move(pairs)}, Tensor{"pairRelation", {entries}, std::move(relations)}};
}

}  // namespace

std::vector<float> nodeInputs(const Program& program) {
  std::vector<float> inputs;
  inputs.reserve(program.graph.nodes() * kNodeInputs);
  for (uint32_t node = 0; node < program.graph.nodes(); ++node) {
    const float* features = program.graph.row(node);
    for (int column = 0; column < graph::kNodeFeatures; ++column) {
      inputs.push_back(isIndicator(column) ? features[column] : logarithmic(features[column]));
    }
    const bool known = program.hasExtras();
    inputs.push_back(known ? 1 : 0);
    inputs.push_back(known ? logarithmic(static_cast<float>(program.extras[node].trips)) : 0);
    inputs.push_back(known && program.extras[node].inLoop ? 1 : 0);
    inputs.push_back(known && program.extras[node].fused ? 1 : 0);
  }
  return inputs;
}

std::vector<Tensor> makeInputs(const Program& program, const configs::Configurations& configurations,
                               const Physics& physics, bool withPairs) {
  const configs::LayoutTable& table = configurations.table;
  const int64_t rows = size(table.rows()), nodes = size(program.graph.nodes());
  std::vector<float> terms;
  for (const std::array<float, kTerms>& term : physics.terms) terms.insert(terms.end(), term.begin(), term.end());
  std::vector<int64_t> rowNode, rowValue;
  for (size_t s = 0; s < table.slots.size(); ++s) {
    const uint32_t node = table.nodes[table.slots[s].position];
    const uint32_t value = configs::valueOf(program, node, table.slots[s].tensor);
    const size_t end = table.rowBegin[s + 1];
    rowNode.resize(end, node);
    rowValue.resize(end, value == configs::kNoNode ? node : value);
  }
  std::vector<int64_t> opcodes, consumers, producers;
  for (uint8_t opcode : program.graph.opcodes) opcodes.push_back(opcode <= kMaxOpcode ? opcode : 0);
  for (const graph::Edge& edge : program.graph.edges) {
    consumers.push_back(edge.u);
    producers.push_back(edge.v);
  }
  const int64_t edges = size(consumers.size());
  std::vector<Tensor> inputs;
  inputs.push_back({"terms", {rows, kTerms}, std::move(terms)});
  inputs.push_back({"slot", {rows, size(slotFeatureCount())}, slotFeatures(program, configurations, physics)});
  inputs.push_back({"rowNode", {rows}, std::move(rowNode)});
  inputs.push_back({"rowValue", {rows}, std::move(rowValue)});
  inputs.push_back({"opcode", {nodes}, std::move(opcodes)});
  inputs.push_back({"node", {nodes, kNodeInputs}, nodeInputs(program)});
  inputs.push_back({"consumer", {edges}, std::move(consumers)});
  inputs.push_back({"producer", {edges}, std::move(producers)});
  inputs.push_back({"gates", {rows, kGates}, rowGates(program, configurations)});
  if (withPairs) {
    for (Tensor& input : pairInputs(table, physics)) inputs.push_back(std::move(input));
    std::vector<float> gates = pairGates(program, configurations, physics);
    inputs.push_back({"pairGates", {size(gates.size())}, std::move(gates)});
  }
  return inputs;
}

}  // namespace hlorank::model
