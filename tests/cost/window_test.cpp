#include "shared/cost/window.h"

#include <gtest/gtest.h>

#include "shared/base/random.h"
#include "shared/cost/analysis.h"
#include "shared/hlo/read.h"

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

// 139,384 FLOPs has the optimised module of this cumulative sum (jaxlib 0.10.2, CPU), by xla::HloCostAnalysis.
TEST(PrefixScans, CountAsTheBlocksThatTheCompilerMakesOfThem) {
  const auto flopsOf = [](const std::string& window, Convention convention) {
    const auto read = hlo::readModule(
        "HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] "
        "add(a, b) }\nENTRY main { x = f32[8,1024] parameter(0)\n z = f32[] constant(0)\n "
        "ROOT w = f32[8,1024] reduce-window(x, z), window={" +
        window + "}, to_apply=add }\n");
    return analyse(read.value().module, convention).total.flops;
  };
  for (const std::string window : {"size=1x1024 pad=0_0x1023_0", "size=1x1024 pad=0_0x0_1023"}) {
    EXPECT_NEAR(flopsOf(window, Convention::kExecuted), 139'384, 200);
    EXPECT_EQ(flopsOf(window, Convention::kXla), 8 * 1024 * 1023);
  }
  EXPECT_EQ(flopsOf("size=1x3 pad=0_0x1_1", Convention::kExecuted), 8 * 1024 * 2);  // no scan
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
