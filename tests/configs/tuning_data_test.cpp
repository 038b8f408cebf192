#include "shared/configs/tuning_data.h"

#include <gtest/gtest.h>

#include <protozero/pbf_writer.hpp>

#include "tests/support/suite.h"

namespace hlorank::configs {
namespace {

using protozero::pbf_writer;

struct Run {
  std::vector<int64_t> output;
  int64_t nanoseconds = 0;
  bool isDefault = false, error = false;
};

// Encodes a ModuleTuningData protobuf (TpuGraphs) with run times of tile sizes.
std::string kernel(const std::string& name, const std::vector<Run>& runs) {
  std::string bytes, module;
  pbf_writer(module).add_string(1, name);
  pbf_writer message(bytes);
  message.add_message(1, module);
  for (const Run& run : runs) {
    std::string sizes, config, profile, profiled;
    pbf_writer(sizes).add_packed_int64(2, run.output.begin(), run.output.end());
    pbf_writer(config).add_message(1, sizes);
    pbf_writer(profile).add_int64(4, run.nanoseconds);
    pbf_writer out(profiled);
    out.add_message(1, config);
    if (run.error) out.add_bool(3, true);
    out.add_message(4, profile);
    out.add_bool(5, run.isDefault);
    message.add_message(3, profiled);
  }
  return bytes;
}

std::string file(const std::vector<std::string>& kernels) {
  std::string bytes;
  pbf_writer message(bytes);
  for (const std::string& kernel : kernels) message.add_message(1, kernel);
  return bytes;
}

TEST(TuningData, FailedRunsAndRunsOfOneNanosecondAreSkipped) {
  const std::string bytes = file({kernel("k", {{{8}, 100, true}, {{4}, 50, false, true}, {{2}, 1}, {{16}, 70}})});
  Result<std::vector<TunedModule>> modules = parseTuningData(bytes);
  ASSERT_TRUE(modules.ok());
  Result<std::vector<TunedKernel>> kernels = tilesOf(*modules);
  ASSERT_TRUE(kernels.ok());
  ASSERT_EQ(kernels->size(), 1u);
  EXPECT_EQ((*kernels)[0].tiles.runtimes, (std::vector<int64_t>{100, 70}));
  EXPECT_EQ((*kernels)[0].tiles.normalizers, (std::vector<int64_t>{100, 100}));
}

TEST(TuningData, ModulesWithEqualNamesShareTheLastNormalizer) {
  const std::string bytes =
      file({kernel("k", {{{8}, 100, true}, {{4}, 50}}), kernel("k", {{{8}, 200, true}, {{4}, 50}})});
  Result<std::vector<TunedKernel>> kernels = tilesOf(*parseTuningData(bytes));
  ASSERT_TRUE(kernels.ok());
  EXPECT_EQ((*kernels)[0].tiles.normalizers, (std::vector<int64_t>{200, 200}));
}

TEST(TuningData, ModulesWithOneRunAreSkipped) {
  const std::string bytes = file({kernel("a", {{{8}, 100, true}}), kernel("b", {{{8}, 100, true}, {{4}, 50}})});
  Result<std::vector<TunedKernel>> kernels = tilesOf(*parseTuningData(bytes));
  ASSERT_TRUE(kernels.ok());
  ASSERT_EQ(kernels->size(), 1u);
  EXPECT_EQ((*kernels)[0].module, 1u);
}

TEST(TuningData, ModulesWithoutADefaultRunAreRejected) {
  const std::string bytes = file({kernel("k", {{{8}, 100}, {{4}, 50}})});
  EXPECT_FALSE(tilesOf(*parseTuningData(bytes)).ok());
}

TEST(TuningData, TuningDataIsDistinguishedFromOtherProtos) {
  EXPECT_TRUE(looksLikeTuningData(kernel("k", {{{8}, 100, true}})));
  EXPECT_TRUE(looksLikeTuningData(file({kernel("k", {{{8}, 100, true}})})));
  std::string module, proto;
  pbf_writer(module).add_string(1, "m");
  pbf_writer(proto).add_message(1, module);
  EXPECT_FALSE(looksLikeTuningData(proto));
  EXPECT_FALSE(looksLikeTuningData(""));
  EXPECT_FALSE(looksLikeTuningData("HloModule m"));
}

TEST(TuningData, TruncatedBytesDoNotCrash) {
  const std::string bytes = file({kernel("k", {{{8, 4, 2}, 100, true}, {{4}, 50}})});
  for (size_t length = 0; length < bytes.size(); ++length) {
    Result<std::vector<TunedModule>> modules = parseTuningData(std::string_view(bytes).substr(0, length));
    if (modules.ok()) (void)tilesOf(*modules).ok();
    (void)looksLikeTuningData(std::string_view(bytes).substr(0, length));
  }
}

// Expects that converting a tuning file gives the same bits as the archives that TpuGraphs' own tools made from it.
// TpuGraphs publishes two such files.
class GoldenTuningData : public testing::TestWithParam<std::pair<const char*, std::vector<const char*>>> {};

TEST_P(GoldenTuningData, ArchivesAreBitIdentical) {
  const auto suite = test::suiteData();
  if (!suite) GTEST_SKIP() << "the conformance suite's data is missing";
  const auto& [file, expectedNames] = GetParam();
  auto bytes = std::make_shared<const std::string>(test::readFile(*suite / "tpugraphs" / file));
  EXPECT_TRUE(looksLikeTuningData(*bytes));
  Result<std::vector<NamedArchive>> archives = archivesOf(bytes);
  ASSERT_TRUE(archives.ok()) << archives.error().message;
  ASSERT_EQ(archives->size(), expectedNames.size());
  for (size_t i = 0; i < archives->size(); ++i) {
    SCOPED_TRACE(expectedNames[i]);
    Result<npz::Archive> expected = npz::read(test::readFile(*suite / "tpugraphs" / expectedNames[i]));
    ASSERT_TRUE(expected.ok()) << expected.error().message;
    const npz::Archive& made = (*archives)[i].archive;
    ASSERT_EQ(made.arrays.size(), expected->arrays.size());
    for (size_t a = 0; a < made.arrays.size(); ++a) {
      EXPECT_EQ(made.arrays[a].name, expected->arrays[a].name);
      EXPECT_EQ(made.arrays[a].dtype, expected->arrays[a].dtype) << made.arrays[a].name;
      EXPECT_EQ(made.arrays[a].shape, expected->arrays[a].shape) << made.arrays[a].name;
      EXPECT_TRUE(made.arrays[a].bytes == expected->arrays[a].bytes) << made.arrays[a].name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, GoldenTuningData,
    testing::Values(std::pair{"module_tuning_data_layout.pb", std::vector<const char*>{"layout_main__.10904.npz"}},
                    std::pair{"op_tuning_data.pb",
                              std::vector<const char*>{
                                  "tile_00_fusion.232.npz", "tile_01_fusion.191.npz", "tile_02_fusion.261.npz",
                                  "tile_03_fusion.209.npz", "tile_04_fusion.205.npz", "tile_05_fusion.245.npz",
                                  "tile_06_copy.24.npz", "tile_07_copy.25.npz", "tile_08_fusion.181.npz",
                                  "tile_09_fusion.207.npz", "tile_10_fusion.206.npz", "tile_11_fusion.250.npz",
                                  "tile_12_reshape.37.npz", "tile_13_reshape.39.npz", "tile_14_reshape.38.npz"}}));

}  // namespace
}  // namespace hlorank::configs
