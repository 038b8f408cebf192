// Tests with the conformance suite of HLO texts. It has texts that XLA accepts, texts that XLA rejects, and texts that
// XLA rejects but hlorank can show.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "shared/graph/graph.h"
#include "shared/hlo/read.h"
#include "tests/support/suite.h"

namespace hlorank::hlo {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNoSuite = "the conformance suite is not next to this checkout";

std::vector<fs::path> textsIn(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".hlo") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Returns the line numbers in an error message of XLA ("was parsing 4:13: error: ...").
std::set<int> linesNamedIn(const std::string& message) {
  std::set<int> lines;
  constexpr std::string_view kBefore = "was parsing ";
  for (size_t at = message.find(kBefore); at != std::string::npos; at = message.find(kBefore, at + 1))
    lines.insert(std::atoi(message.c_str() + at + kBefore.size()));
  return lines;
}

TEST(Suite, RejectsInvalidTextsOnTheLineThatXlaReports) {
  const auto suite = test::suite();
  if (!suite) GTEST_SKIP() << kNoSuite;
  const auto texts = textsIn(*suite / "invalid");
  EXPECT_EQ(texts.size(), 83u);
  for (const fs::path& path : texts) {
    SCOPED_TRACE(path.filename().string());
    const auto read = readModule(test::readFile(path));
    if (read.ok()) {
      ADD_FAILURE() << "accepted";
      continue;
    }
    const Error& error = read.error();
    EXPECT_FALSE(error.message.empty());
    EXPECT_GT(error.where.line, 0);
    EXPECT_GE(error.caret, 0);
    const std::string message = test::readFile(fs::path(path).replace_extension(".msg"));
    const std::set<int> lines = linesNamedIn(message);
    if (!lines.empty()) {
      EXPECT_TRUE(lines.count(error.where.line)) << format(error, "here") << "\nXLA says\n" << message;
    }
  }
}

TEST(Suite, ReadsLenientTextsWithWarnings) {
  const auto suite = test::suite();
  if (!suite) GTEST_SKIP() << kNoSuite;
  const auto texts = textsIn(*suite / "lenient");
  EXPECT_EQ(texts.size(), 44u);
  int opened = 0;
  for (const fs::path& path : texts) {
    const auto read = readModule(test::readFile(path));
    if (!read.ok()) continue;
    ++opened;
    EXPECT_FALSE(read->module.warnings.empty()) << path.filename();
    for (const Warning& warning : read->module.warnings)
      EXPECT_GT(warning.where.line, 0) << path.filename() << warning.message;
  }
  EXPECT_GE(opened, 42);
}

TEST(Suite, ReadsHugeLiteralsWithoutAllocatingThem) {
  const auto suite = test::suite();
  if (!suite) GTEST_SKIP() << kNoSuite;
  const auto texts = textsIn(*suite / "valid_huge");
  EXPECT_EQ(texts.size(), 10u);
  for (const fs::path& path : texts) {
    const auto read = readModule(test::readFile(path));
    EXPECT_TRUE(read.ok()) << path.filename() << (read.ok() ? "" : format(read.error(), "here"));
  }
}

// Returns a text with everything that printing must preserve: all but the names of generated computations and
// instructions.
std::string describe(const Module& module) {
  std::ostringstream out;
  for (const Computation& computation : module.computations) {
    out << "computation root=" << computation.root << " size=" << computation.instructions.size
        << " thread=" << computation.executionThread << "\n";
  }
  for (const Instruction& instruction : module.instructions) {
    out << name(instruction.opcode) << ' ' << toString(module, instruction.shape) << " #" << instruction.number << " (";
    for (InstructionId operand : module.operandsOf(instruction)) out << operand << ',';
    out << ") after (";
    for (InstructionId predecessor : module.predecessorsOf(instruction)) out << predecessor << ',';
    out << ") calls (";
    for (ComputationId called : module.calledBy(instruction)) out << called << ',';
    out << ") " << instruction.literal;
    for (const Attribute& attribute : module.attributesOf(instruction.attributes)) {
      if (attribute.name != "control-predecessors") out << ", " << attribute.name << '=' << attribute.value;
    }
    out << "\n";
  }
  for (const Attribute& attribute : module.attributesOf(module.attributes))
    out << attribute.name << '=' << attribute.value << "\n";
  return out.str();
}

TEST(Suite, PrintedTextsParseToTheSameModule) {
  const auto suite = test::suite();
  if (!suite) GTEST_SKIP() << kNoSuite;
  int different = 0;
  for (const fs::path& path : textsIn(*suite / "valid")) {
    const auto read = readModule(test::readFile(path));
    ASSERT_TRUE(read.ok()) << path.filename() << format(read.error(), "here");
    const auto again = readModule(printText(read->module));
    const bool same = again.ok() && describe(read->module) == describe(again->module);
    if (!same && ++different <= 10)
      ADD_FAILURE() << path.filename() << (again.ok() ? " differs" : format(again.error(), " printed"));
  }
  EXPECT_EQ(different, 0);
}

TEST(Suite, ReadsTextsOfNewerCompilers) {
  const auto suite = test::suiteData();
  if (!suite) GTEST_SKIP() << kNoSuite;
  int read = 0;
  for (const char* folder : {"measured", "programs"}) {
    for (const auto& entry : fs::directory_iterator(*suite / folder)) {
      if (entry.path().extension() != ".gz") continue;
      const auto module = readModule(test::readFile(entry.path()));
      EXPECT_TRUE(module.ok()) << entry.path().filename() << (module.ok() ? "" : format(module.error(), "here"));
      ++read;
    }
  }
  EXPECT_GE(read, 39);
}

}  // namespace
}  // namespace hlorank::hlo
