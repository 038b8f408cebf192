#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace hlorank {

// Returns the index of the first value that is NaN or infinite; values.size() if all are finite.
inline size_t findNonFinite(std::span<const float> values) {
  const auto isFinite = [](float value) { return std::isfinite(value); };
  return static_cast<size_t>(std::find_if_not(values.begin(), values.end(), isFinite) - values.begin());
}

}  // namespace hlorank
