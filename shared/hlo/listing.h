// A module as HLO text, with the place of every instruction in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

struct Listing {
  std::string text;             // as printText
  std::vector<uint32_t> lines;  // [instructions] the line of each, counted from 0
};

// Linear in the text.
Listing listingOf(const Module& module);  // print_text.cpp

}  // namespace hlorank::hlo
