// HLO text of a module, with the line number of every instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

struct Listing {
  std::string text;
  // [instructions] 0-based line of each instruction in the text; kNone: the text does not contain it
  std::vector<uint32_t> lines;
};

// Prints the module as HLO text and records the line of each instruction. O(text); defined in print_text.cpp.
Listing printListing(const Module& module);

// Returns the HLO text that the module was read from, or nullopt if it was read from a proto. Instructions without a
// name in that text have no line, for example those wrapped by the shorthand `add-start`. O(text + instructions ·
// log(instructions)).
std::optional<Listing> sourceListing(const Module& module);

}  // namespace hlorank::hlo
