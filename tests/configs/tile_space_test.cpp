#include "shared/configs/tile_space.h"

#include <gtest/gtest.h>

#include <limits>

namespace hlorank::configs {
namespace {

TEST(TileSpace, ListsArePaddedAndFollowedBySumAndProduct) {
  std::array<float, kTileColumns> columns = toColumns({{3, 1, 24, 3}, {2, 5}, {}});
  EXPECT_EQ(std::vector<float>(columns.begin(), columns.end()),
            (std::vector<float>{3, 1, 24, 3, 0, 0, 31, 216, 2, 5, 0, 0, 0, 0, 7, 10, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(TileSpace, SumAndProductIncludeSizesAfterTheSixth) {
  std::array<float, kTileColumns> columns = toColumns({{1, 2, 3, 4, 5, 6, 7}, {}, {}});
  EXPECT_EQ(columns[5], 6);
  EXPECT_EQ(columns[6], 28);
  EXPECT_EQ(columns[7], 5040);
}

TEST(TileSpace, TheProductOfAnEmptyListIsZero) {
  EXPECT_EQ(toColumns({})[7], 0);
}

TEST(TileSpace, ProductsWrapAsInt64) {
  EXPECT_EQ(toColumns({{int64_t{1} << 40, int64_t{1} << 40}, {}, {}})[7], 0);
}

TEST(TileSpace, ColumnsRoundTrip) {
  const TileSizes sizes = {{3, 1, 24, 3}, {128, 8}, {7}};
  TileSizes read = fromColumns(toColumns(sizes));
  EXPECT_EQ(read.kernel, sizes.kernel);
  EXPECT_EQ(read.output, sizes.output);
  EXPECT_EQ(read.input, sizes.input);
}

TEST(TileSpace, InvalidColumnsReadAsZeroOrAreCapped) {
  std::array<float, kTileColumns> columns{};
  columns[0] = std::numeric_limits<float>::infinity();
  columns[1] = std::numeric_limits<float>::quiet_NaN();
  columns[2] = -5;
  EXPECT_EQ(fromColumns(columns).kernel, (std::vector<int64_t>{999999986991104}));
}

TEST(TileSpace, ColumnsAreNamedAfterTheirLists) {
  EXPECT_EQ(tileColumnName(0), "kernel_bounds_0");
  EXPECT_EQ(tileColumnName(14), "output_bounds_sum");
  EXPECT_EQ(tileColumnName(23), "input_bounds_product");
}

}  // namespace
}  // namespace hlorank::configs
