#include "shared/model/inputs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "shared/model/gates.h"
#include "shared/model/pair_blocks.h"
#include "shared/model/schema.h"
#include "shared/model/slot_features.h"

namespace hlorank::model {

using graph::Program;

namespace {

// Whether a TpuGraphs node feature is an indicator or a code, which the network receives unchanged. All other features
// are sizes and counts, which the network receives as logarithms.
bool isIndicator(int column) {
  return column == 0 || (column >= 2 && column <= 20) || column == 133;
}
float logarithmic(float value) {
  return std::copysign(std::log2(1 + std::abs(value)) / kLog2Unit, value);
}

// Builds the inputs `pairs` and `pairRelation`, about pairs of layouts of neighbouring tensors (see makeInputs).
std::array<Tensor, 2> pairInputs(const configs::LayoutTable& table, const AnalyticalCosts& analytical) {
  const std::vector<PairBlock> blocks = pairBlocks(table, analytical);
  const int64_t entries = int64_t(entriesOf(blocks));
  std::vector<int64_t> pairs, relations;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const PairBlock& block = blocks[i];
    for (uint32_t rowA = 0; rowA < block.rowsA; ++rowA)
      for (uint32_t rowB = 0; rowB < block.rowsB; ++rowB)
        pairs.insert(pairs.end(), {table.rowBegin[block.a] + rowA, table.rowBegin[block.b] + rowB});
    relations.insert(relations.end(), block.entries(), static_cast<int64_t>(analytical.relations[i]));
  }
  return {Tensor{"pairs", {entries, 2}, std::move(pairs)}, Tensor{"pairRelation", {entries}, std::move(relations)}};
}

}  // namespace

void appendNodeInputs(const Program& program, uint32_t node, std::vector<float>& inputs) {
  const float* features = program.graph.row(node);
  for (int column = 0; column < graph::kNodeFeatures; ++column)
    inputs.push_back(isIndicator(column) ? features[column] : logarithmic(features[column]));
  const bool known = program.hasExtras();
  inputs.push_back(known ? 1 : 0);
  inputs.push_back(known ? logarithmic(static_cast<float>(program.extras[node].trips)) : 0);
  inputs.push_back(known && program.extras[node].inLoop ? 1 : 0);
  inputs.push_back(known && program.extras[node].fused ? 1 : 0);
}

std::vector<std::string> allInputs(bool withPairs) {
  std::vector<std::string> names = {"terms", "slot",     "rowNode",  "rowValue", "opcode",
                                    "node",  "consumer", "producer", "gates"};
  if (withPairs) names.insert(names.end(), {"pairs", "pairRelation", "pairGates"});
  return names;
}

std::vector<Tensor> makeInputs(const Program& program, const configs::Configurations& configurations,
                               const AnalyticalCosts& analytical, std::span<const std::string> names,
                               std::optional<configs::SlotRange> range) {
  const configs::LayoutTable& table = configurations.table;
  const configs::SlotRange slots = range.value_or(configs::SlotRange{0, table.slots.size()});
  const size_t first = table.slots.empty() ? 0 : table.rowBegin[slots.begin];
  const size_t last = table.slots.empty() ? 0 : table.rowBegin[slots.end];
  const int64_t rows = int64_t(last - first), nodes = int64_t(program.graph.nodes()),
                edges = int64_t(program.graph.edges.size());
  const auto wants = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  std::vector<Tensor> inputs;
  if (wants("terms")) {
    std::vector<float> terms;
    for (size_t row = first; row < last; ++row)
      terms.insert(terms.end(), analytical.terms[row].begin(), analytical.terms[row].end());
    inputs.push_back({"terms", {rows, kTerms}, std::move(terms)});
  }
  if (wants("slot"))
    inputs.push_back(
        {"slot", {rows, int64_t(slotFeatureCount())}, slotFeatures(program, configurations, analytical, slots)});
  if (wants("rowNode") || wants("rowValue")) {
    std::vector<int64_t> rowNode, rowValue;
    for (size_t s = slots.begin; s < slots.end; ++s) {
      const uint32_t node = table.nodes[table.slots[s].position];
      const uint32_t value = configs::valueOf(program, node, table.slots[s].tensor);
      const size_t end = table.rowBegin[s + 1] - first;
      rowNode.resize(end, node);
      rowValue.resize(end, value == configs::kNoNode ? node : value);
    }
    if (wants("rowNode")) inputs.push_back({"rowNode", {rows}, std::move(rowNode)});
    if (wants("rowValue")) inputs.push_back({"rowValue", {rows}, std::move(rowValue)});
  }
  if (wants("opcode")) {
    std::vector<int64_t> opcodes;
    for (uint8_t opcode : program.graph.opcodes) opcodes.push_back(opcode <= hlo::kMaxTpuGraphsId ? opcode : 0);
    inputs.push_back({"opcode", {nodes}, std::move(opcodes)});
  }
  if (wants("node")) {
    std::vector<float> values;
    values.reserve(program.graph.nodes() * kNodeInputs);
    for (uint32_t node = 0; node < program.graph.nodes(); ++node) appendNodeInputs(program, node, values);
    inputs.push_back({"node", {nodes, kNodeInputs}, std::move(values)});
  }
  for (const auto& [name, end] : {std::pair{"consumer", &graph::Edge::u}, std::pair{"producer", &graph::Edge::v}}) {
    if (!wants(name)) continue;
    std::vector<int64_t> ends;
    for (const graph::Edge& edge : program.graph.edges) ends.push_back(edge.*end);
    inputs.push_back({name, {edges}, std::move(ends)});
  }
  if (wants("gates")) inputs.push_back({"gates", {rows, kGates}, rowGates(program, configurations, slots)});
  if (wants("pairs") || wants("pairRelation"))
    for (Tensor& input : pairInputs(table, analytical))
      if (wants(input.name)) inputs.push_back(std::move(input));
  if (wants("pairGates")) {
    std::vector<float> gates = pairGates(program, configurations, analytical);
    inputs.push_back({"pairGates", {int64_t(gates.size())}, std::move(gates)});
  }
  return inputs;
}

}  // namespace hlorank::model
