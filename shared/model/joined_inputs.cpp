#include "shared/model/joined_inputs.h"
#include "shared/base/random.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <numeric>

namespace hlorank::model {

using graph::Program;

namespace {

// Keeps only the rows of a tensor whose indices are in `kept`. `values` is the data of the tensor.
template <class T>
void keepRows(Tensor& tensor, std::vector<T>& values, std::span<const uint32_t> kept) {
  const size_t width = tensor.shape.size() > 1 ? static_cast<size_t>(tensor.shape[1]) : 1;
  std::vector<T> rows;
  rows.reserve(kept.size() * width);
  for (uint32_t row : kept)
    rows.insert(rows.end(), values.begin() + static_cast<std::ptrdiff_t>(row * width),
                values.begin() + static_cast<std::ptrdiff_t>((row + 1) * width));
  values = std::move(rows);
  tensor.shape[0] = int64_t(kept.size());
}

// Returns, for each of `nodes`, the slots of its output, operand 0 and operand 1, [nodes, 3]. A slot is the index of a
// tensor whose layout can be chosen. If the layout of a tensor cannot be chosen, the value is the number of slots.
std::vector<int64_t> slotsOfNodes(const configs::LayoutTable& table, std::span<const int64_t> nodes) {
  constexpr size_t kNone = SIZE_MAX;
  const int64_t slots = int64_t(table.slots.size());
  uint32_t last = 0;
  for (uint32_t node : table.nodes) last = std::max(last, node);
  std::vector<size_t> place(static_cast<size_t>(last) + 1, kNone);
  for (size_t i = 0; i < nodes.size(); ++i)
    if (static_cast<size_t>(nodes[i]) < place.size()) place[static_cast<size_t>(nodes[i])] = i;
  std::vector<int64_t> of(nodes.size() * configs::kTensors, slots);
  for (size_t slot = 0; slot < table.slots.size(); ++slot) {
    const size_t at = place[table.nodes[table.slots[slot].position]];
    if (at != kNone) of[at * configs::kTensors + table.slots[slot].tensor] = int64_t(slot);
  }
  return of;
}

// Returns the nodes with at least one output or operand whose layout can be chosen, ascending.
std::vector<uint32_t> nodesWithSlots(const configs::LayoutTable& table) {
  std::vector<uint32_t> nodes;
  for (const configs::Slot& slot : table.slots) nodes.push_back(table.nodes[slot.position]);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

// Reduces network inputs and levels (of the receptive field) to the subgraph of `nodes` (ascending), and renumbers the
// nodes. `nodes` must contain all nodes in the inputs `rowNode` and `rowValue` and in the levels.
void keepNodes(std::span<const uint32_t> nodes, size_t graphNodes, std::vector<Tensor>& inputs,
               std::vector<Level>& levels) {
  std::vector<int64_t> number(graphNodes, -1);
  for (size_t i = 0; i < nodes.size(); ++i) number[nodes[i]] = int64_t(i);
  const auto renumber = [&](std::vector<int64_t>& list) {
    for (int64_t& node : list) {
      node = number[static_cast<size_t>(node)];
      assert(node >= 0);
    }
  };
  std::vector<uint32_t> edges;
  Tensor *consumer = nullptr, *producer = nullptr;
  for (Tensor& input : inputs) {
    if (input.name == "opcode") keepRows(input, std::get<std::vector<int64_t>>(input.data), nodes);
    if (input.name == "node") keepRows(input, std::get<std::vector<float>>(input.data), nodes);
    if (input.name == "rowNode" || input.name == "rowValue") renumber(std::get<std::vector<int64_t>>(input.data));
    if (input.name == "consumer") consumer = &input;
    if (input.name == "producer") producer = &input;
  }
  if (consumer && producer) {
    auto& u = std::get<std::vector<int64_t>>(consumer->data);
    auto& v = std::get<std::vector<int64_t>>(producer->data);
    for (size_t i = 0; i < u.size(); ++i)
      if (number[static_cast<size_t>(u[i])] >= 0 && number[static_cast<size_t>(v[i])] >= 0)
        edges.push_back(static_cast<uint32_t>(i));
    keepRows(*consumer, u, edges);
    keepRows(*producer, v, edges);
    renumber(u);
    renumber(v);
  }
  for (Level& level : levels) renumber(level.nodes);
}

// Returns the nodes that the inputs `rowNode` and `rowValue` refer to, with repetitions.
std::vector<int64_t> nodesOfRows(const std::vector<Tensor>& inputs) {
  std::vector<int64_t> nodes;
  for (const Tensor& input : inputs) {
    if (input.name != "rowNode" && input.name != "rowValue") continue;
    const auto& named = std::get<std::vector<int64_t>>(input.data);
    nodes.insert(nodes.end(), named.begin(), named.end());
  }
  return nodes;
}

// Returns the nodes that are within `layers` edges, in either direction, of a node that the input `rowNode` or
// `rowValue` refers to. The result is ascending.
std::vector<uint32_t> receptiveFieldOfRows(const graph::Graph& graph, const std::vector<Tensor>& inputs, int layers) {
  std::vector<Level> levels(static_cast<size_t>(layers) + 1);
  levels.back().nodes = nodesOfRows(inputs);
  return requiredNodes(graph, levels, Directions::kBoth);
}

std::vector<uint32_t> united(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  std::vector<uint32_t> all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

}  // namespace

std::string levelName(const char* array, int level) {
  return std::string(array) + "." + std::to_string(level);
}

namespace {

// Builds the network inputs for all levels of the receptive field (reach.h). A level has the input `nodes`, [nodes of
// the level]. From level 1 on, it also has `source`, `target` and `share`, [messages].
std::vector<Tensor> levelInputs(const std::vector<Level>& levels) {
  std::vector<Tensor> inputs;
  for (size_t l = 0; l < levels.size(); ++l) {
    const Level& level = levels[l];
    const int number = static_cast<int>(l);
    inputs.push_back({levelName("nodes", number), {int64_t(level.nodes.size())}, level.nodes});
    if (l == 0) continue;
    const int64_t messages = int64_t(level.source.size());
    inputs.push_back({levelName("source", number), {messages}, level.source});
    inputs.push_back({levelName("target", number), {messages}, level.target});
    inputs.push_back({levelName("share", number), {messages}, level.share});
  }
  return inputs;
}

}  // namespace

JoinedInputs makeJoinedInputs(const Program& program, const configs::LayoutTable* table, std::vector<Tensor> inputs,
                              const JoinedShape& shape, bool reduced, const std::vector<bool>& own) {
  const graph::Graph& graph = program.graph;
  std::vector<uint32_t> start;
  if (table) {
    start = nodesWithSlots(*table);
  } else {
    start.resize(graph.nodes());
    std::iota(start.begin(), start.end(), 0u);
  }
  JoinedInputs joined;
  const float startCount = static_cast<float>(std::max<size_t>(1, start.size()));
  std::vector<int64_t> at(start.begin(), start.end());
  if (shape.early) {
    joined.levels = reach(graph, start, shape.layers, shape.directions, own);
    at = joined.levels.front().nodes;
  }
  if (table) joined.slotOfNode = slotsOfNodes(*table, at);
  if (shape.early && (reduced || !own.empty())) {
    // Keeps also the nodes that `rowNode` and `rowValue` refer to, because the encoding of a layout reads the states of
    // these nodes.
    std::vector<Level> required = joined.levels;
    const std::vector<int64_t> rowNodes = nodesOfRows(inputs);
    required.front().nodes.insert(required.front().nodes.end(), rowNodes.begin(), rowNodes.end());
    std::vector<uint32_t> nodes = requiredNodes(graph, required, shape.directions);
    if (own.empty() && shape.tableLayers > 0)
      nodes = united(nodes, receptiveFieldOfRows(graph, inputs, shape.tableLayers));
    keepNodes(nodes, graph.nodes(), inputs, joined.levels);
  }
  inputs.push_back({"unit", {1}, std::vector<float>{1 / std::sqrt(startCount)}});
  for (Tensor& input : levelInputs(joined.levels)) inputs.push_back(std::move(input));
  joined.inputs = std::move(inputs);
  return joined;
}

Tensor choicesOf(const JoinedInputs& joined, const configs::Configurations& configurations,
                 std::span<const uint32_t> selected) {
  std::vector<std::span<const uint8_t>> choices;
  for (uint32_t c : selected) choices.push_back(configurations.choice(c));
  return choicesOf(joined.slotOfNode, configurations.table, choices);
}

Tensor choicesOf(std::span<const int64_t> slotOfNode, const configs::LayoutTable& table,
                 std::span<const std::span<const uint8_t>> choices) {
  const size_t nodes = slotOfNode.size() / configs::kTensors, slots = table.slots.size();
  std::vector<int64_t> rows;
  rows.reserve(nodes * choices.size() * configs::kTensors);
  for (size_t node = 0; node < nodes; ++node) {
    for (const auto& choice : choices) {
      for (size_t tensor = 0; tensor < configs::kTensors; ++tensor) {
        const auto slot = static_cast<size_t>(slotOfNode[node * configs::kTensors + tensor]);
        rows.push_back(int64_t(slot < slots ? table.rowBegin[slot] + choice[slot] : table.rows()));
      }
    }
  }
  return {"choices", {int64_t(nodes), int64_t(choices.size()), configs::kTensors}, std::move(rows)};
}

configs::Configurations referenceSet(const Program& program, size_t size) {
  configs::Configurations set;
  set.table = configs::tableOf(program);
  const configs::LayoutTable& table = set.table;
  set.count = table.slots.empty() ? 0 : size;
  for (size_t member = 0; member < set.count; ++member) {
    for (size_t s = 0; s < table.slots.size(); ++s) {
      const uint64_t slot = uint64_t{table.nodes[table.slots[s].position]} << 2 | table.slots[s].tensor;
      Random random(uint64_t{member} << 34 ^ slot);
      random.next();
      const bool changed = random.uniform() * static_cast<double>(size) >= static_cast<double>(member);
      const uint32_t others = table.rowBegin[s + 1] - table.rowBegin[s] - 1;
      set.choices.push_back(changed ? static_cast<uint8_t>(1 + random.below(others)) : 0);
    }
  }
  set.reference.assign(table.slots.size(), 0);
  return set;
}

}  // namespace hlorank::model
