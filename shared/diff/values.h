// Normal forms of attribute values and literals, in which values that differ only in how they are written are equal.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::diff {

// Returns a value without white space and comments. Keeps those inside its strings.
std::string condensed(std::string_view value);

// Returns a backend_config in JSON, also if it is in a string, without white space and with sorted keys. Returns any
// other text, and JSON that is nested more than 100 deep, unchanged.
std::string condensedConfig(std::string_view value);

}  // namespace hlorank::diff
