// Runs the reader of ONNX files on the inputs of its fuzzing corpus.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/fuzz/exercise.h"
#include "tests/support/suite.h"

namespace hlorank::test {
namespace {

TEST(FuzzCorpus, EveryOnnxFileIsReadOrRejectedWithoutACrash) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testData("../fuzz/corpus_onnx"))) {
    SCOPED_TRACE(entry.path().filename().string());
    exerciseOnnx(readFile(entry.path()));
    ++files;
  }
  EXPECT_GE(files, 1u);
}

}  // namespace
}  // namespace hlorank::test
