// Vector registers of an accelerator, to which tensors are padded: 128 lanes along the most minor dimension, and 32 /
// (bytes per element) rows along the second most minor one.
#pragma once

#include <algorithm>
#include <cmath>

namespace hlorank::model {

// Number of lanes of a vector register (kLanes), and number of its rows times the bytes per element (kRegisterBytes).
inline constexpr double kLanes = 128, kRegisterBytes = 32;

// Returns the number of rows of an accelerator's vector register for elements of `elementBytes` bytes. The result is at
// least 1.
inline double registerRows(int elementBytes) {
  return std::max(1.0, kRegisterBytes / std::max(1, elementBytes));
}

// Rounds `size` up to a multiple of `unit`.
inline double padToMultiple(double size, double unit) {
  return std::ceil(size / unit) * unit;
}

}  // namespace hlorank::model
