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

// Append `value` as XLA prints it: with 6 significant digits (double: 15) if they read back as the same value, else
// with 9 (double: 17). NaN and infinity become nan, -nan, inf and -inf; a NaN payload other than the usual one follows
// in parentheses.
void appendFloat32(std::string& out, float value);
void appendFloat64(std::string& out, double value);

// Whether a text is one balanced {...}, ignoring braces inside strings. Where HLO text allows a JSON object, such a
// text needs no quotes.
bool isBracedObject(std::string_view text);

}  // namespace hlorank::hlo
