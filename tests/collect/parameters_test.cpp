// Tests which parameters of a program get positive random numbers.
#include "native/collect/parameters.h"

#include <gtest/gtest.h>

#include "shared/hlo/read.h"

namespace hlorank::collect {
namespace {

std::string describe(const std::string& lines) {
  auto read = hlo::readModule("HloModule m\n\nENTRY main {\n" + lines + "}\n");
  EXPECT_TRUE(read.ok()) << read.error().message;
  return read.ok() ? describeParameters(read->module).dump() : "";
}

TEST(Parameters, AreListedByNumber) {
  EXPECT_EQ(describe("  b = s32[] parameter(1)\n  a = f32[2,3]{1,0} parameter(0)\n"
                     "  ROOT t = (f32[2,3]{1,0}, s32[]) tuple(a, b)\n"),
            R"([["f32",[2,3]],["s32",[]]])");
}

TEST(Parameters, AVarianceIsPositive) {
  EXPECT_EQ(
      describe("  x = f32[8,4]{1,0} parameter(0)\n  v = f32[4]{0} parameter(1)\n  e = f32[] constant(1e-3)\n"
               "  b = f32[4]{0} broadcast(e), dimensions={}\n  a = f32[4]{0} add(v, b)\n  r = f32[4]{0} rsqrt(a)\n"
               "  s = f32[8,4]{1,0} broadcast(r), dimensions={1}\n  ROOT y = f32[8,4]{1,0} multiply(x, s)\n"),
      R"([["f32",[8,4]],["f32",[4],true]])");
}

TEST(Parameters, BehindADifferenceOrAProductAreNot) {
  EXPECT_EQ(describe("  x = f32[4,4]{1,0} parameter(0)\n  y = f32[4,4]{1,0} parameter(1)\n"
                     "  d = f32[4,4]{1,0} dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                     "  s = f32[4,4]{1,0} subtract(d, y)\n  ROOT r = f32[4,4]{1,0} sqrt(s)\n"),
            R"([["f32",[4,4]],["f32",[4,4]]])");
}

}  // namespace
}  // namespace hlorank::collect
