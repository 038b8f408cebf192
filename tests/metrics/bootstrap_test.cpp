#include "shared/metrics/bootstrap.h"

#include "shared/metrics/ranking.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "shared/base/random.h"

namespace hlorank::metrics {
namespace {

using Groups = std::vector<std::vector<double>>;

// For large samples the bootstrap interval must equal mean ± 1.96 standard errors (normal approximation).
TEST(BootstrapTest, LargeSamplesGiveTheNormalInterval) {
  Random random(3);
  std::vector<double> values;
  for (int i = 0; i < 2000; ++i) values.push_back(random.uniform());
  double mean = 0, variance = 0;
  for (double value : values) mean += value / 2000;
  for (double value : values) variance += (value - mean) * (value - mean) / 2000;
  const double error = std::sqrt(variance / 2000);
  const Interval interval = bootstrap(Groups{values}, 1, 4000);
  EXPECT_NEAR(interval.mean, mean, 1e-12);
  EXPECT_NEAR(interval.low, mean - 1.96 * error, .15 * error);
  EXPECT_NEAR(interval.high, mean + 1.96 * error, .15 * error);
}

// A resample of two values has as mean the lower value, the middle or the higher value, with probabilities 1/4, 1/2 and
// 1/4. So the 95 % interval must be from the lower to the higher value.
TEST(BootstrapTest, TwoValuesGiveTheirRange) {
  const Interval interval = bootstrap(Groups{{2, 4}});
  EXPECT_EQ(interval.mean, 3);
  EXPECT_EQ(interval.low, 2);
  EXPECT_EQ(interval.high, 4);
}

TEST(BootstrapTest, OneValuePerGroupHasNoInterval) {
  const Interval interval = bootstrap(Groups{{2}, {4}});
  EXPECT_EQ(interval.mean, 3);
  EXPECT_TRUE(std::isnan(interval.low) && std::isnan(interval.high));
}

TEST(BootstrapTest, GroupsHaveEqualWeightWhateverTheirSize) {
  EXPECT_NEAR(bootstrap(Groups{{1, 1, 1, 1}, {0}}).mean, .5, 1e-12);
  const Interval constant = bootstrap(Groups{{1, 1, 1, 1}, {0}});
  EXPECT_NEAR(constant.low, .5, 1e-12);
  EXPECT_NEAR(constant.high, .5, 1e-12);
}

TEST(BootstrapTest, NansAndEmptyGroupsAreIgnored) {
  EXPECT_EQ(bootstrap(Groups{{kNan, 2}, {kNan}, {}}).mean, 2);
  EXPECT_TRUE(std::isnan(bootstrap(Groups{{kNan}}).mean));
  EXPECT_TRUE(std::isnan(bootstrap({}).low));
}

TEST(BootstrapTest, TheSameSeedGivesTheSameBits) {
  const Groups groups = {{.1, .5, .7, .2}, {.3, .9}};
  EXPECT_EQ(bootstrap(groups, 7).low, bootstrap(groups, 7).low);
  EXPECT_NE(bootstrap(groups, 7, 20).low, bootstrap(groups, 8, 20).low);
}

}  // namespace
}  // namespace hlorank::metrics
