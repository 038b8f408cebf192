// Formats numbers for reports, without meaningless digits and without negative zero.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace hlorank {

// Rounds a number to 9 significant decimal digits, which removes rounding errors of earlier arithmetic:
// 0.30000000000000004 becomes 0.3. Returns 0 for -0. Leaves whole numbers, NaN and infinity unchanged.
inline double roundDecimal(double value) {
  if (value == std::floor(value)) return value + 0.0;
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return std::strtod(text, nullptr) + 0.0;
}

// Returns the double with the fewest decimal digits that rounds to the float `value`. For 0.1f, whose exact value is
// 0.100000001490116, returns 0.1. Returns 0 for -0. Leaves NaN and infinity unchanged.
inline double shortestDecimal(float value) {
  char text[32];
  for (int digits = 6; digits <= 9; ++digits) {  // 9 significant digits identify every float
    std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
    if (std::strtof(text, nullptr) == value) break;
  }
  return std::strtod(text, nullptr) + 0.0;
}

// Removes the minus sign from a formatted number whose digits are all zero: "-0.00 %" becomes "0.00 %".
inline std::string withoutNegativeZero(std::string text) {
  if (text.starts_with('-') && text.find_first_of("123456789in") == std::string::npos) text.erase(0, 1);
  return text;
}

}  // namespace hlorank
