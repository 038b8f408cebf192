// Runs the fuzz targets of shared/ on their corpora as regression tests.

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/fuzz/exercise.h"
#include "tests/support/suite.h"

namespace hlorank::test {
namespace {

// Runs a fuzz target on all files of its corpus, which contains all inputs that once failed. Expects at least `least`
// files.
void exerciseAll(const std::string& corpus, void (*body)(std::string_view), size_t least) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testData("../fuzz/" + corpus))) {
    SCOPED_TRACE(entry.path().filename().string());
    body(readFile(entry.path()));
    ++files;
  }
  EXPECT_GE(files, least);
}

TEST(FuzzCorpus, HandlesEveryProgramAndArchive) {
  exerciseAll("corpus", exercise, 11);
}

TEST(FuzzCorpus, HandlesEveryCard) {
  exerciseAll("corpus_card", exerciseCard, 3);
}

TEST(FuzzCorpus, HandlesEveryProfile) {
  exerciseAll("corpus_profile", exerciseProfile, 3);
}

TEST(FuzzCorpus, HandlesEverySavedFile) {
  exerciseAll("corpus_saved", exerciseSaved, 3);
}

TEST(FuzzCorpus, HandlesEveryTuningFile) {
  exerciseAll("corpus_tuning", exerciseTuning, 3);
}

TEST(FuzzCorpus, HandlesEveryFileOfSchedules) {
  exerciseAll("corpus_stages", exerciseStages, 6);
}

TEST(FuzzCorpus, HandlesEveryDataset) {
  exerciseAll("corpus_dataset", exerciseDataset, 6);
}

}  // namespace
}  // namespace hlorank::test
