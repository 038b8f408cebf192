// Reports as JSON, for the web page, how layout constraints propagate through a program. A slot is a tensor whose
// layout can be chosen; a chosen layout is a constraint on the tensor.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "shared/session/open.h"

namespace hlorank::session {

// Simulates XLA's layout assignment on the program and returns its steps. `choice` gives for each slot (tensor whose
// layout can be chosen) the index of its layout; an index past the slot's last layout leaves the tensor to the
// compiler.
//   {slots: [{slot, instruction, tensor, layouts: [one per row]}],
//    steps: [{kind: "begin" | "take" | "keep" | "stop", instruction, slot?, layout}],
//    results: [one layout per instruction, "" if it is not an array or not run],
//    copies: [{instruction, consumer?, trips, from, to}]}
// `steps`: see Step in shared/simulation/layouts.h. `consumer`: the instruction that reads the copy; absent if the
// computation returns the copy. `instruction` and `consumer` are node numbers. Requires opened.module.
std::string propagationJson(const Opened& opened, std::span<const uint8_t> choice);

}  // namespace hlorank::session
