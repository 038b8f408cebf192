#include "shared/simulation/hoisting.h"

namespace hlorank::simulation {

void findHoisted(const PreparedComputation& c, const Layouts& layouts, std::vector<uint8_t>& isHoisted) {
  isHoisted.assign(c.nodes.size(), 0);
  if (c.trips == c.outerTrips) return;  // it is not the body of a `while`, or that runs once
  for (size_t i = c.order.size(); i-- > 0;) {
    const uint32_t node = c.order[i];
    const Node& n = c.nodes[node];
    const bool isConstraint = n.kind == Kind::kConstraint;
    if (!n.isInvariant || (isConstraint && !layouts.result[node].isSet())) continue;
    isHoisted[node] = isHoisted[node] != 0 || n.isWorthHoisting || isConstraint;
    for (uint32_t e = n.operands; e < n.operands + n.operandCount && isHoisted[node] != 0; ++e)
      isHoisted[layouts.operands[e]] = 1;
  }
}

}  // namespace hlorank::simulation
