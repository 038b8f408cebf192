// Runs the fuzz target for the store of TpuGraphs' data on its corpus as a regression test.

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/fuzz/exercise.h"
#include "tests/support/suite.h"

namespace hlorank::test {
namespace {

TEST(FuzzCorpus, NoStoreOfTheCorpusCrashesTheReader) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testData("../fuzz/corpus_store"))) {
    SCOPED_TRACE(entry.path().filename().string());
    exerciseStore(readFile(entry.path()));
    ++files;
  }
  EXPECT_GE(files, 2u);
}

}  // namespace
}  // namespace hlorank::test
