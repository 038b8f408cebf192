// A module as HLO text with the line of every instruction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

struct Listing {
  std::string text;             // as printed by printText
  std::vector<uint32_t> lines;  // [instructions] 0-based line of each instruction
};

Listing printListing(const Module& module);  // O(text); in print_text.cpp

}  // namespace hlorank::hlo
