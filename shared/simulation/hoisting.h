// Finds the loop-invariant values that XLA moves out of a `while`, as its pass while-loop-invariant-code-motion does.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/simulation/layouts.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

// Sets isHoisted[i] to 1 if node i is computed once before the `while` of which the computation is the body, to 0
// otherwise. A loop-invariant value is moved if it is worth it (Node::isWorthHoisting), or if all its readers are
// moved. Layout constraints are moved. Copies that layout assignment inserts later are not. O(nodes + operands).
void findHoisted(const PreparedComputation& computation, const Layouts& layouts, std::vector<uint8_t>& isHoisted);

}  // namespace hlorank::simulation
