// Finds the loop-invariant values that XLA moves out of a `while`, as its pass while-loop-invariant-code-motion does.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/simulation/layouts.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

// Sets isHoisted[i] to 1 if node i is computed once before the `while` of which the computation is the body, to 0
// otherwise. A loop-invariant value is moved if computing it is work (Node::isWorthHoisting), or for a reader that is
// moved. Layout constraints are moved; copies that layout assignment inserts later stay in the loop if their reader
// does. O(nodes + operands).
void findHoisted(const PreparedComputation& computation, const Layouts& layouts, std::vector<uint8_t>& isHoisted);

}  // namespace hlorank::simulation
