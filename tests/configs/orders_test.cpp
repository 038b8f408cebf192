#include "shared/configs/orders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/configs/program_builder.h"

namespace hlorank::configs {
namespace {

using test::layout;
using Sizes = std::vector<int64_t>;

TEST(Orders, MinorDimensionSkipsSizeOne) {
  EXPECT_EQ(minorDimension(Sizes{4, 1, 8}, layout({1, 0, 2})), 0);
  EXPECT_EQ(minorDimension(Sizes{1, 1}, layout({1, 0})), -1);
  EXPECT_EQ(minorDimension(Sizes{}, kAbsent), -1);
}

TEST(Orders, MinorDimensionIgnoresDimensionsOutsideTheRank) {
  EXPECT_EQ(minorDimension(Sizes{4, 5}, layout({3, 1, 0})), 1);
}

TEST(Orders, RunIsTheProductOverTheCommonPrefix) {
  const Sizes sizes = {2, 3, 5};
  EXPECT_EQ(contiguousRun(sizes, layout({2, 1, 0}), layout({2, 1, 0})), 30);
  EXPECT_EQ(contiguousRun(sizes, layout({2, 0, 1}), layout({2, 1, 0})), 5);
  EXPECT_EQ(contiguousRun(sizes, layout({0, 1, 2}), layout({2, 1, 0})), 1);
}

TEST(Orders, RunSkipsSizeOne) {
  EXPECT_EQ(contiguousRun(Sizes{2, 1, 5}, layout({1, 2, 0}), layout({2, 1, 0})), 10);
}

TEST(Orders, RunOfAPartialLayoutEndsWithIt) {
  EXPECT_EQ(contiguousRun(Sizes{2, 3, 5}, layout({2}), layout({2, 1, 0})), 5);
}

TEST(Orders, StrideIsTheProductOfMoreMinorDimensions) {
  const Sizes sizes = {2, 3, 5};
  EXPECT_EQ(stride(sizes, layout({2, 1, 0}), 2), 1);
  EXPECT_EQ(stride(sizes, layout({2, 1, 0}), 0), 15);
  EXPECT_EQ(stride(sizes, layout({0, 2, 1}), 1), 10);
}

TEST(Orders, AllOrdersUpToFourMovableDimensions) {
  EXPECT_EQ(listOtherLayouts(Sizes{2, 3, 5}, rowMajor(3)).size(), 5u);
  EXPECT_EQ(listOtherLayouts(Sizes{2, 3, 5, 7}, rowMajor(4)).size(), 23u);
  EXPECT_EQ(listOtherLayouts(Sizes{2, 3, 1, 5, 7}, rowMajor(5)).size(), 23u);
}

TEST(Orders, SwapsAndReverseForMoreThanFourMovableDimensions) {
  EXPECT_EQ(listOtherLayouts(Sizes{2, 3, 4, 5, 7}, rowMajor(5)).size(), 10u + 1);
  EXPECT_EQ(listOtherLayouts(Sizes{2, 3, 4, 5, 6, 7}, rowMajor(6)).size(), 15u + 1);
}

TEST(Orders, FewerThanTwoMovableDimensionsHaveNoOtherLayout) {
  EXPECT_TRUE(listOtherLayouts(Sizes{1, 9, 1}, rowMajor(3)).empty());
  EXPECT_TRUE(listOtherLayouts(Sizes{}, kAbsent).empty());
}

TEST(Orders, OtherLayoutsAreDistinctPermutationsThatKeepSizeOneInPlace) {
  const Sizes sizes = {2, 1, 3, 1, 5};
  const Layout own = layout({1, 4, 2, 3, 0});
  std::vector<Layout> others = listOtherLayouts(sizes, own);
  EXPECT_EQ(std::set<Layout>(others.begin(), others.end()).size(), others.size());
  for (const Layout& other : others) {
    EXPECT_NE(other, own);
    EXPECT_EQ(other[0], 1);
    EXPECT_EQ(other[3], 3);
    EXPECT_TRUE(std::is_permutation(own.begin(), own.end(), other.begin()));
  }
}

}  // namespace
}  // namespace hlorank::configs
