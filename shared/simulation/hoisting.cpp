#include "shared/simulation/hoisting.h"

namespace hlorank::simulation {

void findHoisted(const PreparedComputation& c, const Layouts& layouts, std::vector<uint8_t>& isHoisted) {
  isHoisted.assign(c.nodes.size(), 0);
  if (c.trips == c.outerTrips) return;          // it is not the body of a `while`, or that runs once
  constexpr uint8_t kIsNeeded = 1, kStays = 2;  // by a reader that is moved; by a reader that stays
  for (size_t i = c.order.size(); i-- > 0;) {
    const uint32_t node = c.order[i];
    const Node& n = c.nodes[node];
    const bool isConstraint = n.kind == Kind::kConstraint;
    if (isConstraint && !layouts.result[node].isSet()) continue;
    const bool moves = n.isInvariant && (n.isWorthHoisting || isConstraint || isHoisted[node] == kIsNeeded);
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e)
      isHoisted[layouts.operands[e]] |= moves ? kIsNeeded : kStays;
    isHoisted[node] = moves;
  }
}

}  // namespace hlorank::simulation
