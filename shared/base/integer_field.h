// Reads integers from JSON with a range check.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace hlorank {

// Returns the value of `json` as an integer of type T; nullopt if it is not an integer or does not fit T.
template <class T, class Json>
std::optional<T> integerFromJson(const Json& json) {
  if (json.is_number_unsigned()) {
    const auto value = json.template get<uint64_t>();
    return std::in_range<T>(value) ? std::optional<T>(static_cast<T>(value)) : std::nullopt;
  }
  if (!json.is_number_integer()) return std::nullopt;
  const auto value = json.template get<int64_t>();
  return std::in_range<T>(value) ? std::optional<T>(static_cast<T>(value)) : std::nullopt;
}

}  // namespace hlorank
