#include "shared/configs/dataset.h"

#include <gtest/gtest.h>

#include <cmath>

#include "shared/hlo/read.h"
#include "tests/configs/program_builder.h"

namespace hlorank::configs {
namespace {

constexpr const char* kProgram = R"(HloModule small

ENTRY main.1 {
  a = f32[8,16]{1,0} parameter(0)
  b = f32[16,32]{1,0} parameter(1)
  dot.2 = f32[8,32]{1,0} dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT flat = f32[256]{0} reshape(dot.2)
}
)";

hlo::Module module() {
  Result<hlo::Module> parsed = hlo::parseText(std::make_shared<const std::string>(kProgram));
  EXPECT_TRUE(parsed.ok());
  return std::move(*parsed);
}

// Creates a string array as NumPy stores it: 4 bytes per code point, padded with 0.
npz::Array strings(std::string name, const std::vector<std::string>& values) {
  size_t width = 1;
  for (const std::string& value : values) width = std::max(width, value.size());
  npz::Array array{std::move(name), "<U" + std::to_string(width), {static_cast<int64_t>(values.size())}, {}};
  for (const std::string& value : values) {
    for (size_t i = 0; i < width; ++i) {
      array.bytes += i < value.size() ? value[i] : '\0';
      array.bytes += std::string(3, '\0');
    }
  }
  return array;
}

template <class T>
npz::Array numbers(std::string name, std::vector<int64_t> shape, const std::vector<T>& values) {
  return npz::makeArray<T>(std::move(name), std::move(shape), std::span<const T>(values));
}

// Returns four measured configurations of a dot: the program layouts, the compiler default (`auto`), one with another
// layout of operand 0, and a duplicate of that one.
npz::Archive measured() {
  std::vector<int8_t> columns;
  for (int c = 0; c < 4; ++c) {
    for (const Layout& layout : {test::layout({1, 0}), c < 2 ? test::layout({1, 0}) : test::layout({0, 1}), kAbsent}) {
      columns.insert(columns.end(), layout.begin(), layout.end());
    }
  }
  npz::Archive archive;
  archive.arrays = {numbers("config_layouts", {4, 1, 18}, columns),
                    strings("node_config_names", {"dot.2"}),
                    strings("node_config_comps", {"main.1"}),
                    numbers<int64_t>("config_runtime", {4}, {100, 90, 110, 110}),
                    strings("kind", {"default", "auto", "sparse", "sparse"}),
                    numbers<uint8_t>("first", {4}, {1, 1, 1, 0})};
  return archive;
}

npz::Array& named(npz::Archive& archive, std::string_view name) {
  for (npz::Array& array : archive.arrays) {
    if (array.name == name) return array;
  }
  ADD_FAILURE() << name;
  return archive.arrays[0];
}

TEST(Dataset, KindFollowsFromTheArrays) {
  EXPECT_EQ(kindOf(measured()), ArchiveKind::kMeasured);
  EXPECT_EQ(kindOf({}), ArchiveKind::kUnknown);
  test::ProgramBuilder builder;
  builder.add("parameter", {4});
  graph::Program program = builder.build();
  EXPECT_EQ(kindOf(makeGraphArchive(program.graph)), ArchiveKind::kGraph);
  EXPECT_EQ(kindOf(makeLayoutArchive(program.graph, {})), ArchiveKind::kLayout);
  EXPECT_EQ(kindOf(makeTileArchive(program.graph, {})), ArchiveKind::kTile);
}

TEST(Dataset, MeasuredConfigurationsFindTheirNodesByName) {
  const hlo::Module program = module();
  Result<Problem> dataset = readProblem(measured(), "small", &program);
  ASSERT_TRUE(dataset.ok()) << dataset.error().message;
  EXPECT_TRUE(dataset->program.hasExtras());
  const Configurations& configurations = dataset->configurations;
  EXPECT_EQ(configurations.table.nodes, std::vector<uint32_t>{2});
  EXPECT_EQ(configurations.count, 4u);
  EXPECT_EQ(configurations.runtimes, (std::vector<int64_t>{100, 90, 110, 110}));
}

TEST(Dataset, TheSpreadOfPassesIsTheMedianOverDistinctConfigurations) {
  const hlo::Module program = module();
  EXPECT_EQ(readProblem(measured(), "small", &program)->configurations.passSpread, 0) << "the passes are unknown";
  npz::Archive archive = measured();
  const float none = std::nanf("");
  archive.arrays.push_back(
      numbers<float>("runtime_pass", {4, 3}, {100, 104, 130, 90, 190, none, 120, 110, none, 110, 550, none}));
  // Spreads of 104 / 100 − 1 and 120 / 110 − 1; the compiler default and the duplicate do not count.
  EXPECT_NEAR(readProblem(archive, "small", &program)->configurations.passSpread, 10. / 110, 1e-6);
}

TEST(Dataset, DuplicatesAndAutoRowsAreNotUsable) {
  const hlo::Module program = module();
  EXPECT_EQ(readProblem(measured(), "small", &program)->configurations.usable, (std::vector<uint8_t>{1, 0, 1, 0}));
}

TEST(Dataset, SlotsThatWereLeftToTheCompilerHaveNoLayout) {
  const hlo::Module program = module();
  npz::Archive archive = measured();
  // For each configuration and tensor, 1 if its layout is constrained. The third configuration constrains only operand
  // 0; the fourth constrains nothing.
  archive.arrays.push_back(numbers<uint8_t>("constrained", {4, 1, 3}, {1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0}));
  const Result<Problem> dataset = readProblem(archive, "small", &program);
  ASSERT_TRUE(dataset.ok()) << dataset.error().message;
  const Configurations& all = dataset->configurations;
  EXPECT_EQ(all.leftToCompiler, (std::vector<uint8_t>{0, 1, 0, 1}));
  const auto layoutsOf = [&](size_t c) {
    std::string text;
    for (size_t s = 0; s < all.table.slots.size(); ++s)
      text += toString(all.table.layouts[all.table.rowBegin[s] + all.choice(c)[s]]) + " ";
    return text;
  };
  EXPECT_EQ(layoutsOf(2).find("{0,1} "), layoutsOf(2).find(' ') + 1) << layoutsOf(2);
  EXPECT_EQ(layoutsOf(2).rfind("default ", 0), 0u) << layoutsOf(2);
  for (const Change& change : changes(all, 3)) EXPECT_EQ(change.to, kAbsent);
  named(archive, "constrained") = numbers<uint8_t>("constrained", {4, 3}, std::vector<uint8_t>(12));
  EXPECT_NE(readProblem(archive, "small", &program).error().message.find("constrained has the shape"),
            std::string::npos);
}

TEST(Dataset, EqualHashesMarkTheSameCompiledProgram) {
  const hlo::Module program = module();
  npz::Archive archive = measured();
  EXPECT_TRUE(readProblem(archive, "small", &program)->configurations.programs.empty());
  archive.arrays.push_back(strings("module_hash", {"a", "b", "c", "c"}));
  EXPECT_EQ(readProblem(archive, "small", &program)->configurations.programs, (std::vector<uint32_t>{0, 1, 2, 2}));
  named(archive, "module_hash") = strings("module_hash", {"a", "b", "b", "c"});
  EXPECT_EQ(readProblem(archive, "small", &program)->configurations.leftToCompiler, (std::vector<uint8_t>{0, 1, 1, 0}));
}

TEST(Dataset, ThePlatformIsThatOfTheMeasurementAndACpuIfTheFileIsOlder) {
  const hlo::Module program = module();
  npz::Archive archive = measured();
  EXPECT_EQ(readProblem(archive, "small", &program)->configurations.platform, "cpu");
  archive.arrays.push_back(strings("platform", {"gpu"}));
  EXPECT_EQ(readProblem(archive, "small", &program)->configurations.platform, "gpu");
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"gpu", "cpu"}, {"optimised"}}) {
    named(archive, "platform") = strings("platform", wrong);
    EXPECT_EQ(readProblem(archive, "small", &program).error().message, "platform is not one of cpu, gpu and tpu");
  }
}

TEST(Dataset, MeasuredConfigurationsWithoutTheirProgramAreRejected) {
  Result<Problem> dataset = readProblem(measured(), "small");
  ASSERT_FALSE(dataset.ok());
  EXPECT_NE(dataset.error().help.find("give the program"), std::string::npos);
}

TEST(Dataset, UnknownInstructionNamesAreRejected) {
  npz::Archive archive = measured();
  named(archive, "node_config_names") = strings("node_config_names", {"dot.7"});
  const hlo::Module program = module();
  Result<Problem> dataset = readProblem(archive, "small", &program);
  ASSERT_FALSE(dataset.ok());
  EXPECT_EQ(dataset.error().message, "node_config_names: the program has no instruction dot.7 in a computation main.1");
}

TEST(Dataset, LayoutsOfTheWrongRankAreRejected) {
  npz::Archive archive = measured();
  named(archive, "node_config_names") = strings("node_config_names", {"flat"});
  const hlo::Module program = module();
  Result<Problem> dataset = readProblem(archive, "small", &program);
  ASSERT_FALSE(dataset.ok());
  EXPECT_NE(dataset.error().message.find("does not fit output of node 3"), std::string::npos)
      << dataset.error().message;
}

TEST(Dataset, WrongShapesAreReportedWithArrayAndExpectedShape) {
  npz::Archive archive = measured();
  named(archive, "config_runtime") = numbers<int64_t>("config_runtime", {3}, {1, 2, 3});
  const hlo::Module program = module();
  Result<Problem> dataset = readProblem(archive, "small", &program);
  ASSERT_FALSE(dataset.ok());
  EXPECT_EQ(dataset.error().message,
            "config_runtime has the shape (3), expected (configurations): a run time in ns for each");
}

TEST(Dataset, UnknownArchivesAreRejectedWithAListOfTheirArrays) {
  npz::Archive archive;
  archive.arrays = {numbers<float>("weights", {1}, {1})};
  Result<Problem> dataset = readProblem(archive, "x");
  ASSERT_FALSE(dataset.ok());
  EXPECT_NE(dataset.error().message.find("the arrays weights"), std::string::npos);
}

// Arrays of a program with a dot and a reshape, nine layout configurations and their run times.
struct Arrays {
  Arrays() {
    test::ProgramBuilder builder;
    uint32_t a = builder.add("parameter", {8, 16}), b = builder.add("parameter", {16, 32});
    uint32_t dot = builder.add("dot", {8, 32}, {a, b});
    builder.add("reshape", {256}, {dot});
    program = builder.build();
    configurations = candidates(program, 9, 1);
    for (int64_t c = 0; c < 9; ++c) configurations.runtimes.push_back(1000 + c);
  }
  graph::Program program;
  Configurations configurations;
};

TEST(Dataset, LayoutArchivesRoundTrip) {
  Arrays arrays;
  Result<Problem> dataset = readProblem(makeLayoutArchive(arrays.program.graph, arrays.configurations), "x");
  ASSERT_TRUE(dataset.ok()) << dataset.error().message;
  EXPECT_EQ(dataset->program.graph.opcodes, arrays.program.graph.opcodes);
  EXPECT_EQ(dataset->program.graph.features, arrays.program.graph.features);
  EXPECT_EQ(dataset->program.graph.edges, arrays.program.graph.edges);
  EXPECT_EQ(dataset->program.graph.splits, arrays.program.graph.splits);
  EXPECT_EQ(dataset->configurations.runtimes, arrays.configurations.runtimes);
  ASSERT_EQ(dataset->configurations.count, 9u);
  for (size_t c = 0; c < 9; ++c) EXPECT_EQ(toColumns(dataset->configurations, c), toColumns(arrays.configurations, c));
}

TEST(Dataset, RunTimesThatAreAllZeroAreDropped) {
  Arrays arrays;
  arrays.configurations.runtimes.clear();
  EXPECT_TRUE(readProblem(makeLayoutArchive(arrays.program.graph, arrays.configurations), "x")
                  ->configurations.runtimes.empty());
}

// Returns the error message for reading the archive; "" on success.
std::string errorOf(const npz::Archive& archive) {
  Result<Problem> dataset = readProblem(archive, "x");
  return dataset.ok() ? "" : dataset.error().message;
}

TEST(Dataset, RunTimesThatAreNotPositiveAreReportedByIndex) {
  Arrays arrays;
  for (const int64_t time : {int64_t{-1}, int64_t{0}, INT64_MIN}) {
    arrays.configurations.runtimes[5] = time;
    const std::string error = errorOf(makeLayoutArchive(arrays.program.graph, arrays.configurations));
    EXPECT_EQ(error.substr(0, error.find(',')), "config_runtime[5] is " + std::to_string(time));
  }
  arrays.configurations.runtimes.assign(9, -1);
  EXPECT_NE(errorOf(makeLayoutArchive(arrays.program.graph, arrays.configurations)), "");
}

TEST(Dataset, NonFiniteFeaturesAreReportedByRowAndColumn) {
  for (const float value : {std::nanf(""), INFINITY, -INFINITY}) {
    Arrays arrays;
    std::vector<float> features = arrays.program.graph.features.dense();
    features[2 * graph::kNodeFeatures + 30] = value;
    arrays.program.graph.features = graph::FeatureRows::fromDense(features);
    EXPECT_EQ(errorOf(makeLayoutArchive(arrays.program.graph, arrays.configurations)).find("node_feat[2, 30] is "), 0u);
  }
}

TEST(Dataset, NonFiniteTilesAndZeroNormalizersAreReportedByIndex) {
  Arrays arrays;
  TileConfigurations tiles;
  tiles.columns.assign(2 * kTileColumns, 4);
  tiles.runtimes = {30, 20};
  tiles.normalizers = {25, 0};
  EXPECT_EQ(errorOf(makeTileArchive(arrays.program.graph, tiles)).find("config_runtime_normalizers[1] is 0"), 0u);
  tiles.normalizers = {25, 25};
  tiles.columns[kTileColumns + 3] = INFINITY;
  EXPECT_EQ(errorOf(makeTileArchive(arrays.program.graph, tiles)).find("config_feat[1, 3] is inf"), 0u);
}

TEST(Dataset, TileArchivesRoundTrip) {
  Arrays arrays;
  TileConfigurations tiles;
  for (int64_t size : {4, 8}) {
    std::array<float, kTileColumns> columns = toColumns(TileSizes{{}, {size, 2}, {}});
    tiles.columns.insert(tiles.columns.end(), columns.begin(), columns.end());
  }
  tiles.runtimes = {30, 20};
  tiles.normalizers = {25, 25};
  Result<Problem> dataset = readProblem(makeTileArchive(arrays.program.graph, tiles), "x");
  ASSERT_TRUE(dataset.ok()) << dataset.error().message;
  ASSERT_TRUE(dataset->tiles.has_value());
  EXPECT_EQ(dataset->tiles->columns, tiles.columns);
  EXPECT_EQ(dataset->tiles->runtimes, tiles.runtimes);
  EXPECT_EQ(dataset->tiles->normalizers, tiles.normalizers);
  EXPECT_EQ(dataset->configurations.count, 0u);
}

TEST(Dataset, NodeNumbersOutsideTheProgramAreRejected) {
  Arrays arrays;
  for (const char* name : {"edge_index", "node_config_ids", "node_splits"}) {
    npz::Archive archive = makeLayoutArchive(arrays.program.graph, arrays.configurations);
    named(archive, name).bytes[0] = 99;
    Result<Problem> dataset = readProblem(archive, "x");
    ASSERT_FALSE(dataset.ok()) << name;
    EXPECT_NE(dataset.error().message.find(name), std::string::npos);
  }
}

TEST(Dataset, ReversedEdgesAreRejected) {
  Arrays arrays;
  for (graph::Edge& edge : arrays.program.graph.edges) std::swap(edge.u, edge.v);
  Result<Problem> dataset = readProblem(makeLayoutArchive(arrays.program.graph, arrays.configurations), "x");
  ASSERT_FALSE(dataset.ok());
  EXPECT_NE(dataset.error().message.find("edge_index looks reversed"), std::string::npos) << dataset.error().message;
}

TEST(Dataset, LayoutArchivesWithoutNodeIdsAreRejected) {
  Arrays arrays;
  const npz::Archive whole = makeLayoutArchive(arrays.program.graph, arrays.configurations);
  npz::Archive archive = whole;
  archive.arrays.erase(archive.arrays.begin() + 3);  // removes the array node_config_ids
  Result<Problem> dataset = readProblem(archive, "x");
  ASSERT_FALSE(dataset.ok());
}

}  // namespace
}  // namespace hlorank::configs
