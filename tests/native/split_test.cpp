// Tests how training programs are sampled.
#include "native/train/split.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hlorank {
namespace {

data::MeasuredPrograms programs(size_t count) {
  data::MeasuredPrograms list;
  for (size_t i = 0; i < count; ++i) {
    auto program = std::make_unique<data::MeasuredProgram>();
    program->name = "program_" + std::to_string(i);
    list.push_back(std::move(program));
  }
  return list;
}

std::vector<size_t> sampled(const data::MeasuredPrograms& list, size_t count, uint64_t seed) {
  std::vector<train::Part> parts;
  for (size_t i = 0; i < list.size(); ++i) parts.push_back({i, {}});
  train::samplePrograms(parts, list, count, seed);
  std::vector<size_t> selected;
  for (const train::Part& part : parts) selected.push_back(part.program);
  return selected;
}

TEST(SamplePrograms, aSmallerSampleIsASubsetOfALargerOneInProgramOrder) {
  const auto list = programs(40);
  const auto few = sampled(list, 5, 1), more = sampled(list, 20, 1);
  EXPECT_EQ(few.size(), 5u);
  EXPECT_EQ(more.size(), 20u);
  EXPECT_TRUE(std::is_sorted(more.begin(), more.end()));
  EXPECT_TRUE(std::includes(more.begin(), more.end(), few.begin(), few.end()));
}

TEST(SamplePrograms, theSampleDependsOnTheSeedOnly) {
  const auto list = programs(40);
  EXPECT_EQ(sampled(list, 10, 1), sampled(list, 10, 1));
  EXPECT_NE(sampled(list, 10, 1), sampled(list, 10, 2));
}

TEST(SamplePrograms, keepsAllProgramsIfThereAreFewerThanRequested) {
  EXPECT_EQ(sampled(programs(3), 7, 1), (std::vector<size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace hlorank
