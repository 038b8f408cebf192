#include "shared/configs/layout_space.h"

#include <algorithm>
#include <cassert>

#include "shared/configs/orders.h"

namespace hlorank::configs {
size_t Configurations::compilerDefaults() const {
  size_t found = 0;
  for (size_t c = 0; c < count; ++c) found += isCompilerDefault(c);
  return found;
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
  const std::span<const uint32_t> operands = program.operands(node);
  size_t operand = tensor - size_t{1};
  if (operand < operands.size()) return operands[operand];
  return operands.empty() || program.hasExtras() ? kNoNode : operands.back();
}

Layout rowMajor(int rank) {
  Layout layout = kAbsent;
  for (int i = 0; i < std::min(rank, kLayoutDimensions); ++i)
    layout[i] = static_cast<int8_t>(rank - 1 - i <= INT8_MAX ? rank - 1 - i : -1);
  return layout;
}

// Returns the layout that the program writes for the result of a node. Returns row-major if that layout repeats a
// dimension or names one that the tensor lacks.
Layout ownLayout(const graph::Program& program, uint32_t node) {
  const std::vector<int64_t>& minorToMajor = program.shape(node).minorToMajor;
  const int rank = static_cast<int>(program.dimensions(node).size());
  Layout layout = kAbsent;
  uint64_t seen = 0;
  for (int i = 0; i < std::min(rank, kLayoutDimensions); ++i) {
    const int64_t dimension = static_cast<size_t>(i) < minorToMajor.size() ? minorToMajor[static_cast<size_t>(i)] : -1;
    if (dimension < 0 || dimension >= std::min(rank, kMaxRank) || (seen >> dimension & 1) != 0) return rowMajor(rank);
    layout[i] = static_cast<int8_t>(dimension);
    seen |= uint64_t{1} << dimension;
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
      const std::span<const int64_t> sizes = program.dimensions(value);
      if (sizes.size() > size_t{kLayoutDimensions}) continue;  // a Layout cannot name more than six dimensions
      if (movableDimensions(sizes).size() > 1) slots.push_back({position, tensor});
    }
  }
  return slots;
}

}  // namespace hlorank::configs
