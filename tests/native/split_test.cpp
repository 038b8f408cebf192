// Who learns: programs drawn for a learning curve.
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

std::vector<size_t> kept(const data::MeasuredPrograms& list, size_t count, uint64_t seed) {
  std::vector<train::Part> parts;
  for (size_t i = 0; i < list.size(); ++i) parts.push_back({i, {}});
  train::keepSome(parts, list, count, seed);
  std::vector<size_t> chosen;
  for (const train::Part& part : parts) chosen.push_back(part.program);
  return chosen;
}

TEST(KeepSome, fewerAreASubsetOfMoreInTheOrderOfThePrograms) {
  const auto list = programs(40);
  const auto few = kept(list, 5, 1), more = kept(list, 20, 1);
  EXPECT_EQ(few.size(), 5u);
  EXPECT_EQ(more.size(), 20u);
  EXPECT_TRUE(std::is_sorted(more.begin(), more.end()));
  EXPECT_TRUE(std::includes(more.begin(), more.end(), few.begin(), few.end()));
}

TEST(KeepSome, theSeedDraws) {
  const auto list = programs(40);
  EXPECT_EQ(kept(list, 10, 1), kept(list, 10, 1));
  EXPECT_NE(kept(list, 10, 1), kept(list, 10, 2));
}

TEST(KeepSome, leavesAllWhereThereAreNoMore) {
  EXPECT_EQ(kept(programs(3), 7, 1), (std::vector<size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace hlorank
