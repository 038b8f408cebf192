#include "shared/model/gates.h"

#include <algorithm>
#include <cmath>

#include "shared/model/registers.h"

namespace hlorank::model {
namespace {

using configs::Layout;
using graph::Program;

// Largest factor by which padding counts in gate 1 (kMaxPadding), and the factor 64 in gate 2 (kShortRun). Gates are
// defined in gates.h.
constexpr double kMaxPadding = 8, kShortRun = 64;

// The tensor of an output or operand whose layout can be chosen (a slot).
struct Value {
  uint32_t node;
  std::span<const int64_t> sizes;
  // Size of the tensor × trip count, divided by the root mean square of that product over all tensors whose layout can
  // be chosen.
  double bytes = 0;
};

std::vector<Value> valuesOf(const Program& program, const configs::LayoutTable& table) {
  std::vector<Value> values;
  double squares = 0;
  for (const configs::Slot& slot : table.slots) {
    const uint32_t user = table.nodes[slot.position];
    const uint32_t named = configs::valueOf(program, user, slot.tensor);
    Value value{named == configs::kNoNode ? user : named, {}, 0};
    value.sizes = program.dimensions(value.node);
    value.bytes = program.elementBytes(value.node) * (program.hasExtras() ? program.extras[value.node].trips : 1);
    for (int64_t size : value.sizes) value.bytes *= static_cast<double>(size);
    squares += value.bytes * value.bytes;
    values.push_back(value);
  }
  const double mean = std::sqrt(squares / static_cast<double>(std::max<size_t>(1, values.size())));
  for (Value& value : values) value.bytes = mean > 0 ? value.bytes / mean : 0;
  return values;
}

// Returns the size of the dimension at index `place` of a layout, where index 0 is the most minor one. Returns 1 if the
// layout has fewer entries.
double sizeAt(const Value& value, const Layout& layout, size_t place) {
  const int dimension = layout[place];
  return dimension >= 0 && static_cast<size_t>(dimension) < value.sizes.size()
             ? static_cast<double>(std::max<int64_t>(1, value.sizes[static_cast<size_t>(dimension)]))
             : 1;
}

}  // namespace

std::vector<float> rowGates(const Program& program, const configs::Configurations& configurations,
                            configs::SlotRange slots) {
  const configs::LayoutTable& table = configurations.table;
  const std::vector<Value> values = valuesOf(program, table);
  std::vector<float> gates;
  for (size_t slot = slots.begin; slot < slots.end; ++slot) {
    const Value& value = values[slot];
    const double rows = registerRows(program.elementBytes(value.node));
    for (uint32_t row = table.rowBegin[slot]; row < table.rowBegin[slot + 1]; ++row) {
      const Layout layout = configs::completed(program, value.node, table.layouts[row]);
      const double minor = sizeAt(value, layout, 0), second = sizeAt(value, layout, 1);
      const double padding =
          std::min(kMaxPadding, padToMultiple(minor, kLanes) / minor * (padToMultiple(second, rows) / second));
      gates.push_back(static_cast<float>(value.bytes));
      gates.push_back(static_cast<float>(value.bytes * padding));
      gates.push_back(static_cast<float>(value.bytes * kShortRun / minor));
    }
  }
  return gates;
}

std::vector<float> pairGates(const Program& program, const configs::Configurations& configurations,
                             const AnalyticalCosts& analytical) {
  const configs::LayoutTable& table = configurations.table;
  const std::vector<Value> values = valuesOf(program, table);
  std::vector<float> gates;
  for (const auto& [a, b] : analytical.neighbours) {
    for (uint32_t rowA = table.rowBegin[a]; rowA < table.rowBegin[a + 1]; ++rowA) {
      const Layout first = configs::completed(program, values[a].node, table.layouts[rowA]);
      for (uint32_t rowB = table.rowBegin[b]; rowB < table.rowBegin[b + 1]; ++rowB) {
        const Layout second = configs::completed(program, values[b].node, table.layouts[rowB]);
        const bool same = first[0] == second[0] && first[1] == second[1];
        gates.push_back(same ? 0 : static_cast<float>(values[a].bytes));
      }
    }
  }
  return gates;
}

}  // namespace hlorank::model
