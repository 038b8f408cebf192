// Compares the graphs built from the modules in TpuGraphs' tuning files with the arrays of the published data set.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <memory>

#include "shared/configs/tuning_data.h"
#include "shared/graph/graph.h"
#include "shared/hlo/read.h"
#include "shared/npz/npz.h"
#include "tests/support/suite.h"

namespace hlorank::graph {
namespace {

namespace fs = std::filesystem;

fs::path goldenOf(const fs::path& folder, std::string_view module) {
  const std::string ending = "_" + std::string(module) + ".npz";
  for (const auto& file : fs::directory_iterator(folder))
    if (file.path().filename().string().ends_with(ending)) return file.path();
  ADD_FAILURE() << "no golden arrays for " << module;
  return {};
}

void expectEqual(const Graph& graph, const npz::Archive& golden, std::string_view name) {
  const std::string& features = golden.get("node_feat").value()->bytes;
  ASSERT_EQ(features.size(), graph.features.dense().size() * sizeof(float)) << name;
  EXPECT_EQ(std::memcmp(features.data(), graph.features.dense().data(), features.size()), 0) << name;
  const std::vector<int64_t> opcodes = golden.get("node_opcode").value()->toIntegers().value();
  EXPECT_EQ(std::vector<int64_t>(graph.opcodes.begin(), graph.opcodes.end()), opcodes) << name;
  std::vector<int64_t> edges;
  for (const Edge& edge : graph.sortedEdges()) edges.insert(edges.end(), {edge.u, edge.v});
  EXPECT_EQ(edges, golden.get("edge_index").value()->toIntegers().value()) << name;
  if (const npz::Array* splits = golden.find("node_splits")) {
    EXPECT_EQ(graph.splits, splits->toIntegers().value()) << name;
  }
  if (const npz::Array* nodes = golden.find("node_config_ids")) {
    EXPECT_EQ(std::vector<int64_t>(graph.configurable.begin(), graph.configurable.end()), nodes->toIntegers().value());
  }
}

TEST(TpuGraphsTest, GraphsOfTuningFilesEqualThoseOfTheDataSet) {
  const auto data = test::suiteData();
  if (!data) GTEST_SKIP() << "the conformance suite is missing: no tpugraphs/ arrays";
  const fs::path folder = *data / "tpugraphs";
  size_t compared = 0;
  for (const char* file : {"module_tuning_data_layout.pb", "op_tuning_data.pb"}) {
    const auto bytes = std::make_shared<const std::string>(test::readFile(folder / file));
    const auto modules = configs::parseTuningData(*bytes);
    ASSERT_TRUE(modules.ok()) << format(modules.error(), file);
    for (const configs::TunedModule& tuned : *modules) {
      const Result<hlo::Module> module = hlo::parseModuleProto(tuned.module, bytes);
      ASSERT_TRUE(module.ok()) << format(module.error(), file);
      const auto golden = npz::read(test::readFile(goldenOf(folder, module->name)));
      ASSERT_TRUE(golden.ok()) << golden.error().message;
      expectEqual(makeGraph(*module), *golden, module->name);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 16u);
}

}  // namespace
}  // namespace hlorank::graph
