// JSON as all reports write it: keys in the order in which they are added, numbers without meaningless digits.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/base/decimal.h"

namespace hlorank {

using Json = nlohmann::ordered_json;

// Serializes JSON on one line, or with an indentation of 1. Names of files and names in them may contain bytes that are
// not UTF-8. These functions replace such bytes, because serialization would otherwise throw an exception.
template <class AnyJson = Json>
std::string oneLine(const AnyJson& json) {
  return json.dump(-1, ' ', false, AnyJson::error_handler_t::replace);
}
template <class AnyJson = Json>
std::string indented(const AnyJson& json) {
  return json.dump(1, ' ', false, AnyJson::error_handler_t::replace);
}

// Converts a number to JSON. NaN and infinity become null. The overload for double rounds to 9 significant digits. The
// overload for float writes the fewest digits that read back as the same float.
inline Json number(double value) {
  return std::isfinite(value) ? Json(roundDecimal(value)) : Json(nullptr);
}
inline Json number(float value) {
  return std::isfinite(value) ? Json(shortestDecimal(value)) : Json(nullptr);
}

}  // namespace hlorank
