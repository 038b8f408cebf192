#include "shared/configs/layout_space.h"

#include <algorithm>
#include <cassert>

#include "shared/configs/orders.h"
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
  return changes(configurations, configurations.choice(c));
}

std::vector<Change> changes(const Configurations& configurations, std::span<const uint8_t> choice) {
  const LayoutTable& table = configurations.table;
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
  for (int i = 0; i < std::min(rank, kLayoutDimensions); ++i) layout[i] = static_cast<int8_t>(rank - 1 - i);
  return layout;
}

std::vector<int64_t> sizesOf(const graph::Program& program, uint32_t node) {
  std::vector<int64_t> sizes = program.dimensions(node);
  if (sizes.size() < size_t{kLayoutDimensions}) return sizes;
  const float* row = program.graph.row(node);
  // Product of all sizes, divided by the listed ones below.
  double unlisted = row[graph::kDimensionColumn + kLayoutDimensions + 1];
  for (int64_t size : sizes) unlisted /= static_cast<double>(size);
  int rank = kLayoutDimensions;
  for (int i = 0; i < kLayoutDimensions; ++i) {
    const float dimension = row[graph::kLayoutColumn + i];
    if (dimension > 0 && dimension < kMaxRank) rank = std::max(rank, static_cast<int>(dimension) + 1);
  }
  while (static_cast<int>(sizes.size()) + 1 < rank) {
    sizes.push_back(2);
    unlisted /= 2;
  }
  if (static_cast<int>(sizes.size()) < rank)
    sizes.push_back(unlisted > 1 && unlisted < 1e15 ? static_cast<int64_t>(unlisted) : 1);
  return sizes;
}

// The layout columns are padded with 0, so a repeated or impossible dimension means that the layout is unknown.
Layout ownLayout(const graph::Program& program, uint32_t node) {
  const int rank = static_cast<int>(sizesOf(program, node).size());
  const float* columns = program.graph.row(node) + graph::kLayoutColumn;
  Layout layout = kAbsent;
  uint32_t seen = 0;
  for (int i = 0; i < std::min(rank, kLayoutDimensions); ++i) {
    const float value = columns[i];
    if (!(value >= 0 && value < static_cast<float>(rank))) return rowMajor(rank);
    layout[i] = static_cast<int8_t>(value);
    if ((seen >> layout[i] & 1) != 0) return rowMajor(rank);
    seen |= 1u << layout[i];
  }
  return layout;
}

Layout completed(const graph::Program& program, uint32_t value, const Layout& layout) {
  Layout full = layout;
  size_t named = static_cast<size_t>(std::find(full.begin(), full.end(), -1) - full.begin());
  for (int8_t dimension : ownLayout(program, value)) {
    if (dimension < 0 || named == full.size()) break;
    const auto end = full.begin() + static_cast<std::ptrdiff_t>(named);
    if (std::find(full.begin(), end, dimension) == end) full[named++] = dimension;
  }
  return full;
}

std::vector<Slot> findChangeableSlots(const graph::Program& program, std::span<const uint32_t> nodes) {
  std::vector<Slot> slots;
  for (uint32_t position = 0; position < nodes.size(); ++position) {
    for (uint8_t tensor = 0; tensor < kTensors; ++tensor) {
      const uint32_t value = valueOf(program, nodes[position], tensor);
      if (value == kNoNode) continue;
      if (tensor > 0 && size_t{tensor} > program.operands(nodes[position]).size()) continue;
      const std::vector<int64_t> sizes = sizesOf(program, value);
      if (sizes.size() > size_t{kLayoutDimensions}) continue;  // a layout could not name all dimensions
      if (movableDimensions(sizes).size() > 1) slots.push_back({position, tensor});
    }
  }
  return slots;
}

}  // namespace hlorank::configs
