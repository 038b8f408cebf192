// What a file is, from its first bytes: text or binary, HLO or something else that people try to open as HLO.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace hlorank::hlo {

// No control characters but white space at the beginning; true for no bytes at all.
bool looksLikeText(std::string_view bytes);

// Says what a text is that is surely not HLO, and how to get HLO instead; none for what may be HLO.
std::optional<Error> foreignText(std::string_view text);

// The same for bytes that are neither text nor any proto that holds a module.
Error foreignBinary(std::string_view bytes);

// Whether the lines of a text begin as lines of a log do: `I0000 00:00:1700000000.000000 12345 file.cc:123] `,
// `2024-01-01 12:00:00.0: I file.cc:123] `.
bool hasLogPrefixes(std::string_view text);

// The first module of a log: line for line, without the prefixes; lines before and after the module are empty. `cut` is
// set when another module follows, which is left out.
std::string withoutLogPrefixes(std::string_view text, bool& cut);

}  // namespace hlorank::hlo
