// Finds the loop-invariant values that XLA moves out of a `while`, as its pass while-loop-invariant-code-motion does.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/simulation/layouts.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

// Sets isHoisted, [nodes], to 1 for the nodes of the body of a `while` that are computed once, before the `while`. All
// others, and all nodes of other computations, get 0. A loop-invariant value is moved if it is worth it
// (Node::isWorthHoisting), or if all its readers are moved. Layout constraints are moved. Copies that layout assignment
// inserts later are not. O(nodes + operands).
void findHoisted(const PreparedComputation& computation, const Layouts& layouts, std::vector<uint8_t>& isHoisted);

}  // namespace hlorank::simulation
