// Formats values as HLO text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hlorank::hlo {

// Appends the values in the form {1,2,3}.
void appendBraced(std::string& out, std::span<const int64_t> values);

// Appends the values in the form 1,2,3.
void appendJoined(std::string& out, std::span<const int64_t> values);

// Append a floating-point value as XLA prints it. A float has 6 significant digits if they read back as the same value,
// otherwise 9. A double has 15, otherwise 17. NaN and infinity become nan, -nan, inf and -inf. An unusual NaN payload
// follows in parentheses.
void appendFloat32(std::string& out, float value);
void appendFloat64(std::string& out, double value);

// Whether a text is one balanced {...}, ignoring braces inside strings. Such a text needs no quotes in places where HLO
// text allows a JSON object.
bool isBracedObject(std::string_view text);

}  // namespace hlorank::hlo
