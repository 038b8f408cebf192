// Compares the graph of each valid HLO text of the conformance suite with hashes computed by TpuGraphs' own feature
// extractor.
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <map>
#include <memory>
#include <sstream>

#include "shared/graph/graph.h"
#include "shared/hlo/read.h"
#include "tests/support/suite.h"

namespace hlorank::graph {
namespace {

// Why graphs differ from TpuGraphs': XLA gives shapes to the wrapper of an asynchronous dot, but the text of such a dot
// without operands does not state them.
constexpr const char* kNeverBound = "asynchronous dot without operands";
// HLO texts whose graph differs from TpuGraphs', with the reason. The key is the number at the start of the file name.
const std::map<std::string, const char*> kExceptions = {
    {"04507", kNeverBound},
};

constexpr double kLeastEqualFraction = 0.995;

struct Golden {
  std::string file;
  size_t nodes;
  std::string hashes;  // as in the table of expected hashes: opcodes, features, edges as inserted and sorted, splits
};

std::vector<Golden> goldens(const std::filesystem::path& table) {
  std::vector<Golden> result;
  std::istringstream lines(test::readFile(table));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    Golden golden;
    std::string edges, duplicates, splits, tab;
    fields >> golden.file >> golden.nodes >> edges >> duplicates >> splits;
    std::getline(fields, tab, '\t');
    std::getline(fields, golden.hashes);
    result.push_back(golden);
  }
  return result;
}

std::string hashesText(const Graph& graph) {
  const Hashes hashes = hashesOf(graph);
  char text[100];
  std::snprintf(text, sizeof text, "%016" PRIx64 "\t%016" PRIx64 "\t%016" PRIx64 "\t%016" PRIx64 "\t%016" PRIx64,
                hashes.opcode, hashes.nodeFeat, hashes.edgesInsertion, hashes.edgesSorted, hashes.splits);
  return text;
}

TEST(SuiteTest, GraphsEqualThoseOfTpuGraphsExtractor) {
  const auto suite = test::suite();
  const auto data = test::suiteData();
  if (!suite || !data) GTEST_SKIP() << "the conformance suite is missing: no valid/ texts or no features_fnv.tsv";
  size_t equal = 0, all = 0;
  for (const Golden& golden : goldens(*data / "hlo" / "features_fnv.tsv")) {
    ++all;
    const auto text = std::make_shared<const std::string>(test::readFile(*suite / "valid" / golden.file));
    const Result<hlo::Module> module = hlo::parseText(text);
    const auto exception = kExceptions.find(golden.file.substr(0, 5));
    const bool excepted = exception != kExceptions.end();
    if (!module) {
      EXPECT_TRUE(excepted) << format(module.error(), golden.file);
      continue;
    }
    const Graph graph = makeGraph(*module);
    const std::string hashes = hashesText(graph);
    equal += hashes == golden.hashes;
    if (excepted) {
      EXPECT_NE(hashes, golden.hashes) << golden.file << " is equal now; remove it from kExceptions ("
                                       << exception->second << ")";
      continue;
    }
    EXPECT_EQ(graph.nodes(), golden.nodes) << golden.file;
    EXPECT_EQ(hashes, golden.hashes) << golden.file;
  }
  EXPECT_GE(static_cast<double>(equal), kLeastEqualFraction * static_cast<double>(all));
}

}  // namespace
}  // namespace hlorank::graph
