#include <gtest/gtest.h>

#include <filesystem>

#include "tests/fuzz/exercise.h"
#include "tests/support/suite.h"

namespace hlorank::test {
namespace {

// Whatever the fuzzer once found is a file here.
TEST(FuzzCorpus, EveryFileIsHandled) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testData("../fuzz/corpus"))) {
    SCOPED_TRACE(entry.path().filename().string());
    exercise(readFile(entry.path()));
    ++files;
  }
  EXPECT_GT(files, 10u);
}

}  // namespace
}  // namespace hlorank::test
