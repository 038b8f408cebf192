// Reports as JSON, for the web page, how layout constraints propagate through a program. A slot is an output or
// operand whose layout can be chosen; a chosen layout is a constraint on the tensor.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "shared/session/open.h"

namespace hlorank::session {

// Simulates XLA's layout assignment on the program and returns its steps. `choice` has for each slot (output or
// operand whose layout can be chosen) the index of its layout. An index past the slot's last layout leaves the tensor
// to the compiler.
//   {slots: [{slot, instruction, tensor, layouts: [one per row]}],
//    steps: [{kind: "begin" | "take" | "keep" | "stop", instruction, slot?, layout}],
//    results: [one layout per instruction, "" if its result is not an array or it is not run],
//    copies: [{instruction, consumer?, trips, from, to}]}
// `steps` are described at Step in shared/simulation/layouts.h. `consumer` is the instruction that reads the copy; it
// is absent if the computation returns the copy. `instruction` and `consumer` are node numbers. Requires opened.module.
std::string propagationJson(const Opened& opened, std::span<const uint8_t> choice);

}  // namespace hlorank::session
