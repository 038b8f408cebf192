// JSON as every report writes it: keys in the order in which they are added, no digits that mean nothing.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/base/decimal.h"

namespace hlorank {

using Json = nlohmann::ordered_json;

// Serializes JSON on one line. Replaces bytes that are not UTF-8, which names from a file may contain, and never throws
// because of them.
inline std::string oneLine(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Convert a number to JSON; null if it is not finite. A double is rounded to 9 significant digits; a float is written
// with the fewest digits that read back as the same float.
inline Json number(double value) {
  return std::isfinite(value) ? Json(roundDecimal(value)) : Json(nullptr);
}
inline Json number(float value) {
  return std::isfinite(value) ? Json(shortestDecimal(value)) : Json(nullptr);
}

}  // namespace hlorank
