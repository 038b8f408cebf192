// Detects from the first bytes whether a file is text or binary, and whether it is a common format other than HLO.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace hlorank::hlo {

// True when the first 4096 bytes have no control characters other than white space; true for empty input.
bool looksLikeText(std::string_view bytes);

// Returns an Error that names the actual format and how to get HLO instead if the text is certainly not HLO; else
// nullopt.
std::optional<Error> detectForeignText(std::string_view text);

// Makes the Error for bytes that are neither text nor a proto with a module: names the actual format if it is a common
// one.
Error describeForeignBinary(std::string_view bytes);

// True when one of the first 20 non-empty lines begins with a log prefix: `I0000 00:00:1700000000.000000 12345
// file.cc:123] `, `2024-01-01 12:00:00.0: I file.cc:123] `.
bool hasLogPrefixes(std::string_view text);

// Extracts the first module of a log, without log prefixes. Lines outside the module become empty, so that line numbers
// stay the same. Sets `cut` to true if another module follows, which is dropped, otherwise to false.
std::string stripLogPrefixes(std::string_view text, bool& cut);

}  // namespace hlorank::hlo
