#include "native/research/synth/collections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace hlorank::synth {
namespace {

struct Totals {
  size_t programs[3] = {};
  double nodes = 0, configurations = 0, held = 0;
  size_t largest = 0, most = 0;
};

Totals totalsOf(const Collection& collection) {
  Totals totals;
  const std::vector<ProgramSpec> programs = makeProgramSpecs(collection, {.scale = 1}, 1);
  for (const ProgramSpec& program : programs) {
    ++totals.programs[static_cast<size_t>(program.split) - 1];  // Split::kTrain has the value 1 and the index 0
    totals.nodes += static_cast<double>(program.network.nodes) / static_cast<double>(programs.size());
    totals.largest = std::max(totals.largest, program.network.nodes);
    totals.most = std::max(totals.most, program.configurations);
    (program.split == Split::kTrain ? totals.configurations : totals.held) +=
        static_cast<double>(program.configurations);
  }
  return totals;
}

// Expects the numbers in the TpuGraphs paper and repository: programs for training, validation and test in each
// collection.
TEST(Collections, HaveThePublishedNumbersOfPrograms) {
  const size_t expected[][3] = {{69, 7, 8}, {61, 7, 8}, {207, 20, 17}, {198, 20, 17}, {5709, 676, 844}};
  for (size_t i = 0; i < collections().size(); ++i) {
    const Totals totals = totalsOf(collections()[i]);
    EXPECT_TRUE(std::equal(totals.programs, totals.programs + 3, expected[i])) << collections()[i].name;
  }
}

TEST(Collections, HaveThePublishedSizes) {
  const Totals xla = totalsOf(collections()[0]), nlp = totalsOf(collections()[2]), tile = totalsOf(collections()[4]);
  EXPECT_NEAR(xla.nodes, 13'894, 3'000);
  EXPECT_NEAR(nlp.nodes, 5'711, 900);
  EXPECT_LE(xla.largest, 43'615u);
  EXPECT_LE(xla.most, 19'040u);
  EXPECT_EQ(nlp.most, 100'040u);
  EXPECT_LT(tile.nodes, 100);
  // Expected totals, published by TpuGraphs: 31.1 million measured layouts, and 12.87 million measured tile sizes,
  // 1,042,735 of them for validation.
  double layouts = 0;
  for (size_t i = 0; i < 4; ++i) layouts += totalsOf(collections()[i]).configurations;
  EXPECT_NEAR(layouts, 31.1e6, 4e6);
  EXPECT_NEAR(tile.configurations + tile.held, 12.87e6, 1.5e6);
}

TEST(Collections, TestProgramsHave1000ConfigurationsAndHashesAsNames) {
  for (const ProgramSpec& program : makeProgramSpecs(collections()[2], {.scale = 1}, 1)) {
    if (program.split != Split::kTest) continue;
    EXPECT_TRUE(program.configurations == 1000 || program.configurations == 1001);
    EXPECT_EQ(program.name.size(), 32u);
    EXPECT_EQ(program.name.find_first_not_of("0123456789abcdef"), std::string::npos);
  }
}

TEST(Collections, RandomAndDefaultCollectionsOfOneSourceHaveTheSameNetworks) {
  const auto random = makeProgramSpecs(collections()[2], {.scale = 1}, 1);
  const auto search = makeProgramSpecs(collections()[3], {.scale = 1}, 1);
  std::map<std::string, uint64_t> seeds;
  for (const ProgramSpec& program : random) seeds[program.name] = program.network.seed;
  for (const ProgramSpec& program : search) {
    if (program.split != Split::kTrain) continue;
    EXPECT_EQ(seeds[program.name], program.network.seed);
  }
}

TEST(Collections, ProgramNamesAreUnique) {
  for (const Collection& collection : collections()) {
    std::set<std::string> names;
    for (const ProgramSpec& program : makeProgramSpecs(collection, {.scale = 1}, 1))
      EXPECT_TRUE(names.insert(program.name).second) << program.name;
  }
}

TEST(Collections, HaveTheRequestedNumberOfPrograms) {
  for (size_t requested : {3u, 10u, 100u}) {
    EXPECT_EQ(makeProgramSpecs(collections()[0], {.programs = requested}, 1).size(), requested);
  }
}

TEST(Collections, ForTransferEverySecondTestProgramIsATrainingNetwork) {
  const auto programs = makeProgramSpecs(collections()[0], {.transfer = true}, 1);
  std::set<uint64_t> trained;
  size_t again = 0, tests = 0;
  for (const ProgramSpec& program : programs) {
    if (program.split == Split::kTrain) trained.insert(program.network.seed);
    if (program.split != Split::kTest) continue;
    ++tests;
    again += trained.count(program.network.seed);
  }
  EXPECT_EQ(again, (tests + 1) / 2);
}

}  // namespace
}  // namespace hlorank::synth
