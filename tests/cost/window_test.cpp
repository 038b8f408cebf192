#include "shared/cost/window.h"

#include <gtest/gtest.h>

#include "shared/base/random.h"

namespace hlorank::cost {
namespace {

// Counts the valid positions of a window one by one, as reference for the closed formula.
double countSlowly(const SpatialDimension& d) {
  double valid = 0;
  for (int64_t k = 0; k < d.kernel; ++k) {
    for (int64_t o = 0; o < d.output; ++o) {
      const int64_t place = o * d.window.stride - d.window.paddingLow + k * d.window.windowDilation;
      const bool isHole = place % d.window.baseDilation != 0;
      valid += !isHole && place >= 0 && place / d.window.baseDilation < d.input;
    }
  }
  return valid;
}

TEST(ValidPositions, EqualACountOfEachPosition) {
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    const auto upTo = [&](uint64_t n) { return static_cast<int64_t>(random.below(n)); };
    SpatialDimension d = {.input = upTo(30), .kernel = upTo(12), .output = upTo(30)};
    d.window.stride = 1 + upTo(5);
    d.window.windowDilation = 1 + upTo(4);
    d.window.baseDilation = 1 + upTo(5);
    d.window.paddingLow = upTo(20) - 10;
    ASSERT_EQ(countValidPositions(d), countSlowly(d))
        << d.input << ' ' << d.kernel << ' ' << d.output << ' ' << d.window.stride << ' ' << d.window.windowDilation
        << ' ' << d.window.baseDilation << ' ' << d.window.paddingLow;
  }
}

TEST(ValidPositions, AreQuickForHugeWindows) {
  SpatialDimension d = {.input = INT64_MAX, .kernel = INT64_MAX, .output = INT64_MAX};
  d.window.stride = INT64_MAX;
  d.window.baseDilation = INT64_MAX;
  d.window.paddingLow = INT64_MIN;
  EXPECT_GE(countValidPositions(d), 0);
  d.window = {.stride = 0, .windowDilation = -3, .baseDilation = 0};
  EXPECT_GE(countValidPositions(d), 0);
}

}  // namespace
}  // namespace hlorank::cost
