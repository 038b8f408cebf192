#include "shared/configs/layout_space.h"

#include <algorithm>
#include <cassert>

#include "shared/graph/node_features.h"

namespace hlorank::configs {

uint32_t LayoutTable::slotOfRow(uint32_t row) const {
  assert(row < rows());
  return static_cast<uint32_t>(std::upper_bound(rowBegin.begin(), rowBegin.end(), row) - rowBegin.begin()) - 1;
}

std::vector<int8_t> toColumns(const Configurations& configurations, size_t c) {
  const LayoutTable& table = configurations.table;
  std::vector<int8_t> columns(table.nodes.size() * kLayoutColumns, -1);
  std::span<const uint8_t> choice = configurations.choice(c);
  for (size_t s = 0; s < table.slots.size(); ++s) {
    const Layout& layout = table.layouts[table.rowBegin[s] + choice[s]];
    size_t begin = table.slots[s].position * size_t{kLayoutColumns} + table.slots[s].tensor * size_t{kLayoutDimensions};
    std::copy(layout.begin(), layout.end(), columns.begin() + static_cast<ptrdiff_t>(begin));
  }
  return columns;
}

std::vector<Change> changes(const Configurations& configurations, size_t c) {
  const LayoutTable& table = configurations.table;
  std::span<const uint8_t> choice = configurations.choice(c);
  std::vector<Change> changed;
  for (size_t s = 0; s < table.slots.size(); ++s) {
    if (choice[s] == configurations.reference[s]) continue;
    const Layout* rows = table.layouts.data() + table.rowBegin[s];
    changed.push_back({static_cast<uint32_t>(s), rows[configurations.reference[s]], rows[choice[s]]});
  }
  return changed;
}

std::string toString(const Layout& layout) {
  if (layout == kAbsent) return "default";
  std::string text = "{";
  for (int8_t dimension : layout) {
    if (dimension < 0) break;
    if (text.size() > 1) text += ',';
    text += std::to_string(dimension);
  }
  return text + "}";
}

std::string_view tensorName(uint8_t tensor) {
  switch (tensor) {
    case 0:
      return "output";
    case 1:
      return "operand 0";
    default:
      return "operand 1";
  }
}

uint32_t valueOf(const graph::Program& program, uint32_t node, uint8_t tensor) {
  if (tensor == 0) return node;
  const std::vector<uint32_t>& operands = program.operands(node);
  size_t operand = tensor - size_t{1};
  if (operand < operands.size()) return operands[operand];
  return operands.empty() || program.hasExtras() ? kNoNode : operands.back();
}

Layout rowMajor(int rank) {
  Layout layout = kAbsent;
  int named = std::min(rank, kLayoutDimensions);
  for (int i = 0; i < named; ++i) layout[i] = static_cast<int8_t>(named - 1 - i);
  return layout;
}

// The layout columns of a node are 0-padded, so that only a permutation of its dimensions is believed.
Layout ownLayout(const graph::Program& program, uint32_t node) {
  int rank = std::min(static_cast<int>(program.dimensions(node).size()), kLayoutDimensions);
  const float* columns = program.graph.row(node) + graph::kLayoutColumn;
  Layout layout = kAbsent;
  uint32_t seen = 0;
  for (int i = 0; i < rank; ++i) {
    float value = columns[i];
    if (!(value >= 0 && value < static_cast<float>(rank))) return rowMajor(rank);
    layout[i] = static_cast<int8_t>(value);
    seen |= 1u << layout[i];
  }
  return seen == (1u << rank) - 1 ? layout : rowMajor(rank);
}

Layout layoutOrOwn(const graph::Program& program, uint32_t value, const Layout& layout) {
  return layout == kAbsent ? ownLayout(program, value) : layout;
}

}  // namespace hlorank::configs
