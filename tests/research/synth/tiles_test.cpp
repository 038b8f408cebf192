#include "native/research/synth/tiles.h"

#include <cmath>
#include <set>

#include "shared/configs/dataset.h"
#include "tests/research/synth/folder.h"

namespace hlorank::synth {
namespace {

ProgramSpec specOf(uint64_t seed, Split split = Split::kTrain) {
  ProgramSpec spec = {.name = "kernel", .split = split, .configurations = 200, .seed = seed};
  spec.network = {.nodes = 30, .seed = seed};
  return spec;
}

TEST(Tiles, OfAFileDetermineTheirNoiselessTimes) {
  Folder folder;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const ProgramSpec spec = specOf(seed);
    auto kernel = makeKernel(spec.network, "k");
    ASSERT_TRUE(kernel) << kernel.error().message;
    auto truth = writeTiles(*kernel, spec, .001, folder / "a.npz");
    ASSERT_TRUE(truth);
    auto data = configs::readProblem(archiveOf(folder / "a.npz"), "a");
    ASSERT_TRUE(data) << data.error().message;
    const KernelFacts facts = computeKernelFacts(data->program);
    for (size_t c = 0; c < data->tiles->count(); ++c) {
      const std::span<const float, configs::kTileColumns> columns(
          data->tiles->columns.data() + c * configs::kTileColumns, configs::kTileColumns);
      const double time = tileCost(facts, configs::fromColumns(columns));
      EXPECT_NEAR(time, static_cast<double>(truth->times.noiseless[c]), .5) << seed;
      const double measured = static_cast<double>(data->tiles->runtimes[c]);
      const double normal = static_cast<double>(data->tiles->normalizers[c]);
      EXPECT_NEAR(measured / normal, time / static_cast<double>(truth->times.noiseless[0]), .05 * time / normal + .05);
    }
  }
}

TEST(Tiles, AreDistinctAndFitTheirKernel) {
  auto kernel = makeKernel(specOf(3).network, "k");
  ASSERT_TRUE(kernel);
  const KernelFacts facts = computeKernelFacts(*kernel);
  std::set<std::vector<int64_t>> seen;
  for (const configs::TileSizes& tile : sampleTiles(facts, 200, 1)) {
    for (size_t d = 0; d < facts.sizes.size(); ++d) EXPECT_LE(tile.output[d], facts.sizes[d]);
    std::vector<int64_t> all = tile.output;
    all.insert(all.end(), tile.kernel.begin(), tile.kernel.end());
    EXPECT_TRUE(seen.insert(all).second);
  }
  EXPECT_GT(seen.size(), 20u);
}

TEST(Tiles, ThatWasteRegistersCostMore) {
  const KernelFacts facts = {.sizes = {1024, 1024}, .inputs = 4, .elementBytes = 4, .operations = 2};
  const double fitting = tileCost(facts, {.kernel = {}, .output = {256, 1024}, .input = {}});
  // This tile must cost more, because it uses only half of the vector lanes.
  EXPECT_GT(tileCost(facts, {.kernel = {}, .output = {1024, 64}, .input = {}}), fitting);
  // This tile must cost more, because it does not fit into the cache.
  EXPECT_GT(tileCost(facts, {.kernel = {}, .output = {1024, 1024}, .input = {}}), fitting);
  EXPECT_GT(tileCost(facts, {.kernel = {}, .output = {8, 128}, .input = {}}), fitting);  // needs many small tiles
}

TEST(Tiles, OfATestProgramHideTheTimesButNotTheNormalizers) {
  Folder folder;
  const ProgramSpec spec = specOf(1, Split::kTest);
  auto kernel = makeKernel(spec.network, "k");
  ASSERT_TRUE(kernel);
  ASSERT_TRUE(writeTiles(*kernel, spec, .001, folder / "a.npz"));
  const npz::Archive archive = archiveOf(folder / "a.npz");
  for (int64_t time : integersOf(archive, "config_runtime")) EXPECT_EQ(time, 0);
  for (int64_t time : integersOf(archive, "config_runtime_normalizers")) EXPECT_GT(time, 0);
}

}  // namespace
}  // namespace hlorank::synth
