#include "shared/model/tile_inputs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/configs/program_builder.h"

namespace hlorank::model {
namespace {

constexpr size_t kWork = configs::kTileColumns + 2 * 18;  // index of the first input that describes the work per tile

float logarithm(double value) {
  return float(std::log2(1 + value) / 30);
}

TEST(TileInputs, BeginWithLogarithmsAndRemaindersModuloRegisterSizes) {
  std::vector<float> columns(configs::kTileColumns);
  columns[0] = 130;
  columns[6] = 1023;  // a sum of other columns, so there is no input for its remainder
  const auto inputs = tileInputs(graph::Program(), columns);
  ASSERT_EQ(inputs.size(), size_t(kTileInputs));
  EXPECT_FLOAT_EQ(inputs[0], logarithm(130));
  EXPECT_FLOAT_EQ(inputs[6], 10.0f / 30);
  EXPECT_FLOAT_EQ(inputs[configs::kTileColumns], 2.0f / 128);
  EXPECT_FLOAT_EQ(inputs[configs::kTileColumns + 1], 2.0f / 8);
}

TEST(TileInputs, CountTilesStepsBytesAndOperations) {
  test::ProgramBuilder builder;
  const uint32_t a = builder.add("parameter", {100, 300}), b = builder.add("parameter", {300, 256});
  const uint32_t dot = builder.add("dot", {100, 256}, {a, b});
  const uint32_t like = builder.add("parameter", {100, 256});
  builder.add("add", {100, 256}, {dot, like});
  graph::Program kernel = builder.build();
  const auto columns = configs::toColumns({.kernel = {128}, .output = {30, 100}, .input = {}});
  const auto inputs = tileInputs(kernel, columns);
  const double tiles = 4 * 3, steps = 3;  // number of tiles: ceil(100 / 30) · ceil(256 / 100); steps: ceil(300 / 128)
  const double elements = 32 * 128;       // a tile of 30 × 100, padded to f32 registers of 8 rows × 128 lanes
  const double parts = (32 + 128) * 128 * 4, held = 2 * elements * 4 + parts;
  const std::vector<double> work = {tiles,
                                    steps,
                                    elements * 4,
                                    parts,
                                    held,
                                    elements,
                                    elements * 128,
                                    tiles * steps * held,
                                    tiles * steps * elements,
                                    tiles * steps * elements * 128};
  ASSERT_EQ(work.size(), size_t(kTileWork));
  for (size_t i = 0; i < work.size(); ++i) EXPECT_FLOAT_EQ(inputs[kWork + i], logarithm(work[i])) << i;
}

TEST(TileInputs, CountEveryElementOfAConvolutionWindow) {
  test::ProgramBuilder builder;
  const uint32_t image = builder.add("parameter", {8, 14, 14, 64}), filter = builder.add("parameter", {3, 3, 64, 128});
  const uint32_t convolution = builder.add("convolution", {8, 14, 14, 128}, {image, filter});
  builder.row(convolution)[graph::kWindowColumn + 7] = 9;
  const graph::Program kernel = builder.build();
  const auto columns = configs::toColumns({.kernel = {64}, .output = {1, 1, 8, 128}, .input = {}});
  const auto inputs = tileInputs(kernel, columns);
  EXPECT_FLOAT_EQ(inputs[kWork + 3],
                  // Expected bytes: those of the rows of the image, and those of the tile of the filter.
                  logarithm(8 * 128 * 4 + 9 * 64 * 128 * 4));
  EXPECT_FLOAT_EQ(inputs[kWork + 6], logarithm(8 * 128 * 9 * 64));
}

}  // namespace
}  // namespace hlorank::model
