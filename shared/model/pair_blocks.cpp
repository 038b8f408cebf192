#include "shared/model/pair_blocks.h"

namespace hlorank::model {

std::vector<PairBlock> pairBlocks(const configs::LayoutTable& table, const AnalyticalCosts& analytical) {
  std::vector<PairBlock> blocks;
  blocks.reserve(analytical.neighbours.size());
  for (const auto& [a, b] : analytical.neighbours) {
    const auto rows = [&](uint32_t slot) { return table.rowBegin[slot + 1] - table.rowBegin[slot]; };
    blocks.push_back({a, b, rows(a), rows(b), entriesOf(blocks)});
  }
  return blocks;
}

size_t entriesOf(const std::vector<PairBlock>& blocks) {
  return blocks.empty() ? 0 : blocks.back().begin + blocks.back().entries();
}

}  // namespace hlorank::model
