// JSON report, for the page, of how layout constraints propagate through a program. A slot is a tensor whose layout a
// configuration sets, which becomes a constraint.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "shared/session/open.h"

namespace hlorank::session {

// Simulates the compiler on the HLO of the program, with the layouts of a choice (one row index per slot); a slot whose
// index is beyond its last row is left to the compiler:
//   {slots: [{slot, instruction, tensor, layouts: [one per row]}],
//    steps: [{kind: "begin" | "take" | "keep" | "stop", instruction, slot?, layout}],
//    results: [one layout per instruction, "" if it is not an array or not run],
//    copies: [{instruction, consumer?, trips, from, to}]}
// `steps`: see Step in shared/simulation/layouts.h. `consumer`: the instruction that reads the copy; absent: the
// computation returns it. `instruction` is a node number. Requires opened.module.
std::string propagationJson(const Opened& opened, std::span<const uint8_t> choice);

}  // namespace hlorank::session
