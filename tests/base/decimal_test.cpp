#include "shared/base/decimal.h"

#include <gtest/gtest.h>

#include <limits>

namespace hlorank {
namespace {

TEST(Decimal, RoundsAwayTheErrorsOfACalculation) {
  EXPECT_EQ(roundDecimal(.1 + .2), .3);
  EXPECT_EQ(roundDecimal(-1.0000000001e-5), -1e-5);
  EXPECT_EQ(roundDecimal(123456789012345), 123456789012345);
  EXPECT_TRUE(std::isnan(roundDecimal(std::nan(""))));
  EXPECT_EQ(roundDecimal(-std::numeric_limits<double>::infinity()), -std::numeric_limits<double>::infinity());
}

TEST(Decimal, FloatsHaveTheShortestDigitsThatReadBack) {
  EXPECT_EQ(shortestDecimal(.1f), .1);
  for (const float value : {1.f / 3, 2.3897202f, 1e-30f, std::numeric_limits<float>::max()})
    EXPECT_EQ(static_cast<float>(shortestDecimal(value)), value);
}

TEST(Decimal, ThereIsNoNegativeZero) {
  EXPECT_FALSE(std::signbit(roundDecimal(-0.)));
  EXPECT_FALSE(std::signbit(shortestDecimal(-0.f)));
  EXPECT_EQ(withoutNegativeZero("-0.00 %"), "0.00 %");
  EXPECT_EQ(withoutNegativeZero("-0.01 %"), "-0.01 %");
  EXPECT_EQ(withoutNegativeZero("-inf"), "-inf");
}

}  // namespace
}  // namespace hlorank
