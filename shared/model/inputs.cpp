#include "shared/model/inputs.h"

#include <cmath>

#include "shared/model/gates.h"
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

// Both rows of every entry of the pair tables, in their order.
std::vector<int64_t> pairInputs(const configs::LayoutTable& table, const Physics& physics) {
  std::vector<int64_t> pairs;
  for (const auto& [a, b] : physics.neighbours) {
    for (uint32_t rowA = table.rowBegin[a]; rowA < table.rowBegin[a + 1]; ++rowA) {
      for (uint32_t rowB = table.rowBegin[b]; rowB < table.rowBegin[b + 1]; ++rowB) {
        pairs.push_back(rowA);
        pairs.push_back(rowB);
      }
    }
  }
  return pairs;
}

// How the slots of every entry hang together.
std::vector<int64_t> relationInputs(const configs::LayoutTable& table, const Physics& physics) {
  std::vector<int64_t> relations;
  for (size_t i = 0; i < physics.neighbours.size(); ++i) {
    const auto [a, b] = physics.neighbours[i];
    const size_t entries =
        size_t{table.rowBegin[a + 1] - table.rowBegin[a]} * (table.rowBegin[b + 1] - table.rowBegin[b]);
    relations.insert(relations.end(), entries, static_cast<int64_t>(physics.relations[i]));
  }
  return relations;
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
    std::vector<int64_t> pairs = pairInputs(table, physics);
    const int64_t entries = size(pairs.size() / 2);
    inputs.push_back({"pairs", {entries, 2}, std::move(pairs)});
    inputs.push_back({"pairRelation", {entries}, relationInputs(table, physics)});
    inputs.push_back({"pairGates", {entries}, pairGates(program, configurations, physics)});
  }
  return inputs;
}

}  // namespace hlorank::model
