// Detects whether a file is text or binary, and whether it has a common format other than HLO, from its first bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace hlorank::hlo {

// Whether the first 4096 bytes contain no control characters other than white space. True for empty input.
bool looksLikeText(std::string_view bytes);

// If the text is certainly not HLO, returns an Error that names the actual format and says how to get HLO instead.
// Otherwise returns nullopt.
std::optional<Error> detectForeignText(std::string_view text);
// Whether a text that cannot be read has anything of HLO in it: a header, an entry computation or an array shape.
bool looksLikeHlo(std::string_view text);
// Describes a file in which nothing of HLO was found.
Error describeForeignFile();

// Makes the Error for bytes that are neither text nor a proto with an HLO module. If their format is a common one, the
// Error names it.
Error describeForeignBinary(std::string_view bytes);

// Whether one of the first 20 non-empty lines begins with a log prefix such as `I0000 00:00:1700000000.000000 12345
// file.cc:123] ` or `2024-01-01 12:00:00.0: I file.cc:123] `.
bool hasLogPrefixes(std::string_view text);

// Extracts the first HLO module of a log and removes the log prefixes. Makes lines outside the module empty, so that
// line numbers stay the same. Drops any further module, and sets `cut` to whether there is one.
std::string stripLogPrefixes(std::string_view text, bool& cut);

}  // namespace hlorank::hlo
