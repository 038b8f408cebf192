// Tile sizes as networks read them.
#include "shared/model/tile_inputs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/configs/program_builder.h"

namespace hlorank::model {
namespace {

constexpr size_t kWork = configs::kTileColumns + 2 * 18;  // where what the tile makes of the kernel begins

float logarithm(double value) {
  return float(std::log2(1 + value) / 30);
}

TEST(TileInputs, AreLogarithmsAndWhatIsLeftOfARegister) {
  std::vector<float> columns(configs::kTileColumns);
  columns[0] = 130;
  columns[6] = 1023;  // a sum: has a logarithm only
  const auto inputs = tileInputs(graph::Program(), columns);
  ASSERT_EQ(inputs.size(), size_t(kTileInputs));
  EXPECT_FLOAT_EQ(inputs[0], logarithm(130));
  EXPECT_FLOAT_EQ(inputs[6], 10.0f / 30);
  EXPECT_FLOAT_EQ(inputs[configs::kTileColumns], 2.0f / 128);
  EXPECT_FLOAT_EQ(inputs[configs::kTileColumns + 1], 2.0f / 8);
}

TEST(TileInputs, SayHowTheTileDividesResultAndContraction) {
  test::ProgramBuilder builder;
  const uint32_t a = builder.add("parameter", {100, 300}), b = builder.add("parameter", {300, 256});
  builder.add("dot", {100, 256}, {a, b});
  const auto columns = configs::toColumns({.kernel = {128}, .output = {30, 100}, .input = {}});
  const auto inputs = tileInputs(builder.build(), columns);
  const double moved = 32 * 128 * 4, parts = (32 + 128) * 128 * 4;  // f32: 8 rows by 128 lanes
  EXPECT_FLOAT_EQ(inputs[kWork], logarithm(4 * 3));                 // of 100 by 30, of 256 by 100
  EXPECT_FLOAT_EQ(inputs[kWork + 1], logarithm(3));                 // of 300 by 128
  EXPECT_FLOAT_EQ(inputs[kWork + 2], logarithm(moved));
  EXPECT_FLOAT_EQ(inputs[kWork + 3], logarithm(parts));
  EXPECT_FLOAT_EQ(inputs[kWork + 4], logarithm(12 * 3 * (moved + parts)));
}

}  // namespace
}  // namespace hlorank::model
