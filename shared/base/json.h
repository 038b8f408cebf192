// JSON as all reports write it: keys in the order in which they are added, numbers without meaningless digits.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/base/decimal.h"

namespace hlorank {

using Json = nlohmann::ordered_json;

// Serializes JSON on one line. Replaces bytes that are not UTF-8, which names from input files may contain, so that it
// never throws because of them.
inline std::string oneLine(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Convert a number to JSON; NaN and infinity become null. A double is rounded to 9 significant digits. A float gets the
// fewest digits that read back as the same float.
inline Json number(double value) {
  return std::isfinite(value) ? Json(roundDecimal(value)) : Json(nullptr);
}
inline Json number(float value) {
  return std::isfinite(value) ? Json(shortestDecimal(value)) : Json(nullptr);
}

}  // namespace hlorank
