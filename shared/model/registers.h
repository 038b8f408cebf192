// Vector registers of an accelerator: 128 lanes for the most minor dimension, 32 / element bytes rows for the next one.
#pragma once

#include <algorithm>
#include <cmath>

namespace hlorank::model {

inline constexpr double kLanes = 128, kRegisterBytes = 32;

inline double registerRows(int elementBytes) {
  return std::max(1.0, kRegisterBytes / std::max(1, elementBytes));
}

// `size` rounded up to a multiple of `unit`.
inline double padToMultiple(double size, double unit) {
  return std::ceil(size / unit) * unit;
}

}  // namespace hlorank::model
