// Formats values as HLO text and appends them to a string.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hlorank::hlo {

// Appends `text` in double quotes with C escapes; bytes other than printable ASCII become three octal digits.
void appendQuoted(std::string& out, std::string_view text);

// Appends the values as {1,2,3}.
void appendBraced(std::string& out, std::span<const int64_t> values);

// Appends the values as 1,2,3.
void appendJoined(std::string& out, std::span<const int64_t> values);

// Appends `value` with the first precision that reads back as the same value: 6 or 9 digits for float, 15 or 17 for
// double, as in XLA. Writes nan, -nan and inf; a NaN payload other than the usual one follows in parentheses.
void appendFloat32(std::string& out, float value);
void appendFloat64(std::string& out, double value);

// True for a text that is one balanced {...} (braces inside strings not counted). HLO text may contain it unquoted
// where it allows a JSON object.
bool isBracedObject(std::string_view text);

}  // namespace hlorank::hlo
