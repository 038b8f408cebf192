// Pieces of HLO text, appended to a string.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hlorank::hlo {

// "..." with the escapes of C; bytes that are not printable ASCII as three octal digits.
void appendQuoted(std::string& out, std::string_view text);

// {1,2,3}
void appendBraced(std::string& out, std::span<const int64_t> values);

// 1,2,3
void appendJoined(std::string& out, std::span<const int64_t> values);

// With as many digits as it takes to read back the same value, of the numbers of digits that XLA tries (6 or 9; 15
// or 17); nan, inf and -nan as HLO text has them, the payload of an unusual NaN in parentheses.
void appendFloat32(std::string& out, float value);
void appendFloat64(std::string& out, double value);

// True for text that HLO text may hold unquoted where a JSON object is allowed: one balanced {...}, braces inside
// strings not counted.
bool isBracedObject(std::string_view text);

}  // namespace hlorank::hlo
