#include "shared/configs/program_layouts.h"

#include <vector>

namespace hlorank::configs {

std::optional<size_t> findProgramLayouts(const graph::Program& program, const Configurations& configurations,
                                         std::span<const uint32_t> among) {
  const LayoutTable& table = configurations.table;
  std::vector<uint8_t> isWritten(table.rows());  // whether a row of the table is the layout that the program writes
  const auto find = [&]() -> std::optional<size_t> {
    for (size_t i = 0; i < among.size(); ++i) {
      const auto choice = configurations.choice(among[i]);
      size_t slot = 0;
      while (slot < choice.size() && isWritten[table.rowBegin[slot] + choice[slot]]) ++slot;
      if (slot == choice.size()) return i;
    }
    return std::nullopt;
  };
  for (size_t slot = 0; slot < table.slots.size(); ++slot)
    isWritten[table.rowBegin[slot] + configurations.reference[slot]] = 1;
  if (const auto exact = find()) return exact;
  for (size_t slot = 0; slot < table.slots.size(); ++slot) {
    const uint32_t begin = table.rowBegin[slot], end = table.rowBegin[slot + 1];
    const Layout& written = table.layouts[begin + configurations.reference[slot]];
    const uint32_t value = valueOf(program, table.nodes[table.slots[slot].position], table.slots[slot].tensor);
    if (value == kNoNode) continue;
    for (uint32_t row = begin; row < end; ++row)
      isWritten[row] |=
          table.layouts[row] == kAbsent ? end - begin == 2 : completed(program, value, table.layouts[row]) == written;
  }
  return find();
}

}  // namespace hlorank::configs
