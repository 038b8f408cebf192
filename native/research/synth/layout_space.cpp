// Enumerates the settings (combinations of output and operand layouts) of each configurable node.
#include <algorithm>
#include <string>

#include "native/research/synth/layout_cost.h"
#include "shared/graph/node_features.h"

namespace hlorank::synth {

namespace {

using configs::kLayoutDimensions;
using configs::kTensors;
// Dimensions from minor to major: all of a tensor, or only the most minor ones.
using Order = std::vector<int64_t>;

constexpr size_t kMostOrders = 6;  // most settings (layout combinations) of a reshape

// Returns the column of TpuGraphs' node_feat that has a dimension number of a convolution. `name`: name of the
// dimension number.
size_t columnOf(const std::string& name) {
  const std::vector<std::string>& names = graph::nodeFeatureNames();
  return static_cast<size_t>(std::find(names.begin(), names.end(), "convolution_dim_numbers_" + name) - names.begin());
}

// Makes a setting from the dimension orders of output, operand 0 and operand 1. An order is empty if the layout is left
// to the compiler, or if the node has no such tensor.
Setting settingOf(const std::array<Order, kTensors>& orders) {
  Setting setting;
  setting.fill(-1);
  for (size_t t = 0; t < kTensors; ++t) {
    for (size_t i = 0; i < orders[t].size() && i < kLayoutDimensions; ++i)
      setting[t * kLayoutDimensions + i] = static_cast<int8_t>(orders[t][i]);
  }
  return setting;
}

// Lists the up to 8 settings (layout combinations of a node) in which the two given dimensions of each tensor are most
// minor, in either order. The first setting has the given orders.
std::vector<Setting> pairOrders(const std::array<Order, kTensors>& pairs) {
  std::vector<Setting> settings;
  for (unsigned bits = 0; bits < 1u << kTensors; ++bits) {
    std::array<Order, kTensors> orders = pairs;
    for (size_t t = 0; t < kTensors; ++t) {
      if (bits >> t & 1) std::reverse(orders[t].begin(), orders[t].end());
    }
    const Setting setting = settingOf(orders);
    if (std::find(settings.begin(), settings.end(), setting) == settings.end()) settings.push_back(setting);
  }
  return settings;
}

// Lists the settings (layout combinations) of a convolution. The most minor dimension of input and output is the
// feature or the batch dimension; that of the kernel is the output or the input feature dimension.
std::vector<Setting> convolutionSettings(const graph::Program& program, uint32_t node) {
  static const std::array<std::array<size_t, 2>, kTensors> kColumns = {
      {{columnOf("output_feature_dim"), columnOf("output_batch_dim")},
       {columnOf("input_feature_dim"), columnOf("input_batch_dim")},
       {columnOf("kernel_output_feature_dim"), columnOf("kernel_input_feature_dim")}}};
  const float* row = program.graph.row(node);
  std::array<Order, kTensors> pairs;
  for (size_t t = 0; t < kTensors; ++t)
    pairs[t] = {static_cast<int64_t>(row[kColumns[t][0]]), static_cast<int64_t>(row[kColumns[t][1]])};
  return pairOrders(pairs);
}

// Lists the settings (layout combinations) of a dot: the last two dimensions of each tensor in either order, and all
// layouts left to the compiler.
std::vector<Setting> dotSettings(const graph::Program& program, uint32_t node) {
  std::array<Order, kTensors> pairs;
  for (uint8_t t = 0; t < kTensors; ++t) {
    const uint32_t value = configs::valueOf(program, node, t);
    if (value == configs::kNoNode) continue;
    const auto rank = static_cast<int64_t>(program.dimensions(value).size());
    for (int64_t d = rank - 1; d >= std::max<int64_t>(0, rank - 2); --d) pairs[t].push_back(d);
  }
  std::vector<Setting> settings = pairOrders(pairs);
  settings.push_back(settingOf({}));
  return settings;
}

// Returns the dimension order of a reshape's operand (of sizes `from`) that makes the reshape a bitcast. `sizes` and
// `order`: sizes and dimension order of the reshape's result. Orders are minor to major.
Order operandOrder(std::span<const int64_t> from, std::span<const int64_t> sizes, const Order& order) {
  std::vector<size_t> source(sizes.size());
  size_t at = 0;
  int64_t ours = 1, theirs = from.empty() ? 1 : from[0];
  for (size_t d = 0; d < sizes.size(); ++d) {
    while (at + 1 < from.size() && ours % theirs == 0 && ours >= theirs) theirs *= from[++at];
    source[d] = at;
    ours *= sizes[d];
  }
  Order result;
  const auto add = [&](int64_t d) {
    if (std::find(result.begin(), result.end(), d) == result.end()) result.push_back(d);
  };
  // If a dimension of the result merges several dimensions of the operand, the last of these comes first in the
  // minor-to-major order.
  for (int64_t d : order) {
    const size_t next = static_cast<size_t>(d) + 1 < sizes.size() ? source[static_cast<size_t>(d) + 1] : from.size();
    for (size_t s = std::max(next, source[static_cast<size_t>(d)] + 1); s-- > source[static_cast<size_t>(d)];)
      add(static_cast<int64_t>(s));
  }
  for (size_t s = from.size(); s-- > 0;) add(static_cast<int64_t>(s));
  return result;
}

// Lists the settings (layout combinations) of a reshape: up to kMostOrders orders of the result, each with the order of
// its operand.
std::vector<Setting> reshapeSettings(const graph::Program& program, uint32_t node) {
  const std::span<const int64_t> sizes = program.dimensions(node);
  const uint32_t value = configs::valueOf(program, node, 1);
  const std::span<const int64_t> from = value == configs::kNoNode ? sizes : program.dimensions(value);
  Order order;
  for (size_t d = sizes.size(); d-- > 0;) order.push_back(static_cast<int64_t>(d));
  std::vector<Setting> settings;
  do {
    settings.push_back(settingOf({order, operandOrder(from, sizes, order), {}}));
  } while (settings.size() < kMostOrders && std::prev_permutation(order.begin(), order.end()));
  return settings;
}

}  // namespace

LayoutSpace makeLayoutSpace(const graph::Program& program) {
  LayoutSpace space;
  space.nodes = program.graph.configurable;
  for (uint32_t node : space.nodes) {
    const uint8_t opcode = program.graph.opcodes[node];
    if (opcode == hlo::tpuGraphsId(hlo::Opcode::kConvolution))
      space.settings.push_back(convolutionSettings(program, node));
    else if (opcode == hlo::tpuGraphsId(hlo::Opcode::kDot))
      space.settings.push_back(dotSettings(program, node));
    else
      space.settings.push_back(reshapeSettings(program, node));
  }
  return space;
}

}  // namespace hlorank::synth
