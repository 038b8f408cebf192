// A module as HLO text with the line of every instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

struct Listing {
  std::string text;
  std::vector<uint32_t> lines;  // [instructions] 0-based line of each instruction; kNone: it is not in the text
};

Listing printListing(const Module& module);  // the text of printText; O(text); in print_text.cpp

// Returns the text that the module was read from; nothing if it was read from a proto. Instructions that the text does
// not name, such as those that an asynchronous operation in shorthand wraps, have no line.
// O(text + instructions · log(instructions)).
std::optional<Listing> sourceListing(const Module& module);

}  // namespace hlorank::hlo
