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
  // [instructions] 0-based line of each instruction in the text; kNone if the text does not contain the instruction.
  std::vector<uint32_t> lines;
};

// Prints the module as HLO text and records the line of each instruction. O(text). Defined in print_text.cpp.
Listing printListing(const Module& module);

// Returns the HLO text from which the module was read, with the lines of its instructions. Returns nullopt if the
// module was read from a proto. An instruction without a name in the text has no line, for example one wrapped by the
// shorthand `add-start`. O(text + instructions · log(instructions)).
std::optional<Listing> sourceListing(const Module& module);

}  // namespace hlorank::hlo
