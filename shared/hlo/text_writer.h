// Formats values as HLO text and appends them to a string.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hlorank::hlo {

// Appends "..." with C escapes; bytes other than printable ASCII become three octal digits.
void appendQuoted(std::string& out, std::string_view text);

// Appends {1,2,3}.
void appendBraced(std::string& out, std::span<const int64_t> values);

// Appends 1,2,3.
void appendJoined(std::string& out, std::span<const int64_t> values);

// Appends the value with the fewest digits that read back as the same value, among the precisions that XLA tries (6 or
// 9; 15 or 17). Writes nan, -nan and inf; the payload of an unusual NaN follows in parentheses.
void appendFloat32(std::string& out, float value);
void appendFloat64(std::string& out, double value);

// True for one balanced {...} (braces inside strings not counted), which HLO text may contain unquoted where it allows
// a JSON object.
bool isBracedObject(std::string_view text);

}  // namespace hlorank::hlo
