// Rewrites configurations to the canonical layout table of their program, which depends only on the program and on the
// set of layouts in use.
#include <algorithm>
#include <array>
#include <map>

#include "shared/configs/layout_space.h"
#include "shared/configs/orders.h"

namespace hlorank::configs {

namespace {

// Index of the instruction in LayoutTable::nodes, and which of its tensors (0 output, 1 operand 0, 2 operand 1).
using SlotKey = std::pair<uint32_t, uint8_t>;
// Limit of layouts per tensor, because a configuration stores the choice among them as one byte.
constexpr size_t kMaxRows = 256;

constexpr uint32_t kNotInFile = UINT32_MAX;  // marks a tensor that the layout table read from the file does not contain

// Returns the tensors whose layout can be chosen in the canonical layout table: those of the old table and those that
// findChangeableSlots returns. Maps each to its index in the old table, or to kNotInFile if the old table lacks it.
std::map<SlotKey, uint32_t> mergeSlots(const graph::Program& program, const LayoutTable& old) {
  std::map<SlotKey, uint32_t> slots;
  for (const Slot& slot : findChangeableSlots(program, old.nodes)) slots[{slot.position, slot.tensor}] = kNotInFile;
  for (uint32_t s = 0; s < old.slots.size(); ++s) slots[{old.slots[s].position, old.slots[s].tensor}] = s;
  return slots;
}

// Returns the layout that the program itself writes for a tensor (`own`), then the other distinct layouts in
// lexicographic order.
std::vector<Layout> sortRows(const Layout& own, std::span<const Layout> layouts) {
  std::vector<Layout> others(layouts.begin(), layouts.end());
  std::erase(others, own);
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  others.insert(others.begin(), own);
  return others;
}

}  // namespace

Result<Configurations> canonical(const graph::Program& program, Configurations configurations) {
  const LayoutTable& old = configurations.table;
  const std::map<SlotKey, uint32_t> slots = mergeSlots(program, old);
  LayoutTable table;
  table.rowBegin.push_back(0);
  // [slots] Index in the old table of each tensor whose layout can be chosen; kNotInFile if the old table lacks the
  // tensor.
  std::vector<uint32_t> oldSlot;
  // [slots][old choice] New index of each layout of a tensor, by its old index. If the old table lacks the tensor, only
  // entry 0 is set.
  std::vector<std::array<uint8_t, kMaxRows>> newChoiceOf;
  for (const auto& [key, s] : slots) {
    const auto [position, tensor] = key;
    const uint32_t value = valueOf(program, old.nodes[position], tensor);
    const Layout own = value == kNoNode ? kAbsent : ownLayout(program, value);
    const std::span<const Layout> layouts =
        s == kNotInFile ? std::span<const Layout>(&kAbsent, configurations.count > 0 ? 1 : 0)
                        : std::span(old.layouts).subspan(old.rowBegin[s], old.rowBegin[s + 1] - old.rowBegin[s]);
    const std::vector<Layout> rows = sortRows(own, layouts);
    if (rows.size() > kMaxRows) {
      return Error{std::string(tensorName(tensor)) + " of node " + std::to_string(old.nodes[position]) +
                       " has more than " + std::to_string(kMaxRows - 1) + " layouts besides the program's own",
                   "split the file into several files with fewer configurations each"};
    }
    newChoiceOf.emplace_back();
    for (size_t choice = 0; choice < layouts.size(); ++choice)
      newChoiceOf.back()[choice] =
          static_cast<uint8_t>(std::find(rows.begin(), rows.end(), layouts[choice]) - rows.begin());
    oldSlot.push_back(s);
    table.slots.push_back({position, tensor});
    table.layouts.insert(table.layouts.end(), rows.begin(), rows.end());
    table.rowBegin.push_back(static_cast<uint32_t>(table.layouts.size()));
  }

  std::vector<uint8_t> choices;
  choices.reserve(configurations.count * oldSlot.size());
  for (size_t c = 0; c < configurations.count; ++c) {
    const std::span<const uint8_t> choice = configurations.choice(c);
    for (size_t s = 0; s < oldSlot.size(); ++s)
      choices.push_back(newChoiceOf[s][oldSlot[s] == kNotInFile ? 0 : choice[oldSlot[s]]]);
  }
  table.nodes = std::move(configurations.table.nodes);
  configurations.table = std::move(table);
  configurations.choices = std::move(choices);
  configurations.reference.assign(oldSlot.size(), 0);
  return configurations;
}

}  // namespace hlorank::configs
