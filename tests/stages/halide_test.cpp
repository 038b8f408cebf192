// Tests Halide's files: schedules (samples), the autoscheduler's log, and hlorank's copy of Halide's cost model.
// tests/data/stages/make.py had Halide write the files.
#include "shared/stages/halide.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

#include "shared/stages/halide_cost.h"
#include "shared/stages/read.h"
#include "tests/support/suite.h"

namespace hlorank::stages {
namespace {

std::string fixture(const std::string& name) {
  return test::readFile(test::testData("stages/" + name));
}

std::vector<File> blur() {
  std::vector<File> files;
  for (const char* name : {"0.sample", "1.sample", "2.sample", "3.sample", "compile_log.txt"})
    files.push_back({name, fixture(std::string("blur/") + name)});
  return files;
}

std::string withFloat(std::string bytes, size_t offset, float value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
  return bytes;
}

TEST(HalideSample, hasTheFeaturesOfEveryStageAndARunTime) {
  const auto sample = readSample(fixture("blur/3.sample"));
  ASSERT_TRUE(sample) << sample.error().message;
  EXPECT_EQ(sample->stages, 6U);
  EXPECT_EQ(sample->schedule.size(), 6U * 39);
  EXPECT_EQ(sample->algorithm.size(), 6U * 287);
  EXPECT_EQ(sample->milliseconds, 1.75);
  EXPECT_EQ(sample->pipeline, 7);
  EXPECT_EQ(sample->number, 3);
}

TEST(HalideSample, featurizationIsASampleWithoutItsTail) {
  const std::string bytes = fixture("blur/0.sample");
  const auto sample = readSample(bytes), features = readFeaturization(bytes.substr(0, bytes.size() - kSampleTail));
  ASSERT_TRUE(sample && features);
  EXPECT_EQ(sample->schedule, features->schedule);
  EXPECT_EQ(features->milliseconds, 0);
}

TEST(HalideSample, rejectsTruncatedFilesWithTheirSize) {
  const std::string bytes = fixture("blur/0.sample");
  for (const size_t size : {size_t{0}, size_t{11}, kStageBytes, bytes.size() - 1, bytes.size() - kSampleTail}) {
    const auto sample = readSample(bytes.substr(0, size));
    ASSERT_FALSE(sample) << size;
    EXPECT_EQ(sample.error().where.offset, int64_t(size));
  }
  const auto features = readFeaturization(bytes.substr(0, kStageBytes + 8));
  ASSERT_FALSE(features);
  EXPECT_EQ(features.error().where.offset, int64_t(kStageBytes));
}

TEST(HalideSample, rejectsFeaturesThatHalideRejects) {
  const std::string bytes = fixture("blur/0.sample");
  for (const float value : {std::nanf(""), -1.0F, 2e14F, std::numeric_limits<float>::infinity()}) {
    const auto sample = readSample(withFloat(bytes, kStageBytes + 20, value));
    ASSERT_FALSE(sample) << value;
    EXPECT_EQ(sample.error().where.offset, int64_t(kStageBytes) + 20);
  }
  for (const float value : {std::nanf(""), 0.0F, -1.0F})
    EXPECT_FALSE(readSample(withFloat(bytes, bytes.size() - kSampleTail, value))) << value;
}

TEST(HalideLog, givesStagesInTheOrderOfSamplesAndEdgesBetweenThem) {
  const auto graph = readHalideLog(fixture("blur/compile_log.txt"));
  ASSERT_TRUE(graph) << graph.error().message;
  std::vector<std::string> names;
  for (const auto& stage : graph->stages) names.push_back(stage.name);
  EXPECT_EQ(names, (std::vector<std::string>{"soft.s0", "total.s1", "total.s0", "relu.s0", "conv.s1", "conv.s0"}));
  // Expected edges: the update of `total` reads `relu`, and each update reads the pure definition of its own function.
  EXPECT_EQ(graph->edges, (std::vector<Edge>{{1, 0}, {2, 1}, {3, 0}, {3, 1}, {4, 3}, {5, 4}}));
  EXPECT_TRUE(graph->stages[1].update);
  EXPECT_FALSE(graph->stages[2].update);
}

TEST(HalideLog, ignoresOtherLinesAndASecondGraph) {
  const std::string log = fixture("blur/compile_log.txt");
  std::string noisy = "Adams2019.parallelism:1\r\n";
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    noisy += line + "\r\n" + (line.starts_with("Edge") ? "  Footprint: \n    Min 0: soft.x.min\n" : "    x 0 95\n");
  noisy += "Best cost: 0.09\n" + log;
  const auto plain = readHalideLog(log), other = readHalideLog(noisy);
  ASSERT_TRUE(plain && other);
  EXPECT_EQ(plain->edges, other->edges);
}

TEST(HalideLog, rejectsWhatIsNotAGraphWithTheLine) {
  EXPECT_FALSE(readHalideLog("Best cost: 1\n"));
  const auto skipped = readHalideLog("Node: f\n  Stage 1:\n");
  ASSERT_FALSE(skipped);
  EXPECT_EQ(skipped.error().where.line, 2);
  const auto unknown = readHalideLog("Node: f\n  Stage 0:\nEdge: g -> f\n");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().where.line, 3);
  EXPECT_FALSE(readHalideLog("Node: f\n  Stage 0:\nEdge: f -> f.update(0)\n"));
}

TEST(HalideCost, equalsTheCostThatHalidePrints) {
  const auto weights = readHalideWeights(fixture("baseline.weights"));
  ASSERT_TRUE(weights) << weights.error().message;
  const auto problems = readFolder("blur", blur());
  ASSERT_TRUE(problems);
  std::istringstream rows(fixture("blur/costs.tsv"));
  std::string header;
  std::getline(rows, header);
  size_t schedule = 0, compared = 0;
  int cores = 0;
  double printed = 0;
  for (; rows >> schedule >> cores >> printed; ++compared) {
    const auto costs = halideCosts(*weights, problems->front(), cores);
    ASSERT_TRUE(costs);
    EXPECT_NEAR((*costs)[schedule] / printed, 1, 1e-5) << schedule;
  }
  EXPECT_EQ(compared, 4U);
}

TEST(HalideWeights, rejectsOtherVersionsAndTruncatedFiles) {
  const std::string bytes = fixture("baseline.weights");
  for (const size_t offset : {size_t{0}, size_t{4}, size_t{8}, size_t{12}, size_t{16}, size_t{20}}) {
    std::string other = bytes;
    other[offset] ^= 1;
    const auto weights = readHalideWeights(other);
    ASSERT_FALSE(weights) << offset;
    EXPECT_EQ(weights.error().where.offset, int64_t(offset));
  }
  for (const size_t size : {size_t{0}, size_t{15}, size_t{100}, bytes.size() - 1})
    EXPECT_FALSE(readHalideWeights(std::string_view(bytes).substr(0, size))) << size;
  EXPECT_FALSE(readHalideWeights(bytes + "x"));
  EXPECT_FALSE(readHalideWeights(withFloat(bytes, bytes.size() - 4, std::nanf(""))));
}

TEST(HalideFolder, doesNotDependOnTheOrderOfFiles) {
  auto files = blur();
  const auto forward = readFolder("blur", files);
  std::reverse(files.begin(), files.end());
  const auto backward = readFolder("blur", files);
  ASSERT_TRUE(forward && backward);
  EXPECT_EQ(forward->front().schedules, backward->front().schedules);
  EXPECT_EQ(forward->front().ids, backward->front().ids);
  EXPECT_EQ(forward->front().edges, backward->front().edges);
}

TEST(HalideFolder, readsGzippedFiles) {
  auto files = blur();
  files[4] = {"compile_log.txt.gz", fixture("blur_log.gz")};
  const auto problems = readFolder("blur", files);
  ASSERT_TRUE(problems) << problems.error().message;
  EXPECT_EQ(problems->front().edges.size(), 6U);
  EXPECT_TRUE(problems->front().notices.empty());
}

TEST(HalideFolder, withoutALogIsAChainWithANotice) {
  auto files = blur();
  files.pop_back();
  const auto problems = readFolder("blur", files);
  ASSERT_TRUE(problems);
  EXPECT_EQ(problems->front().edges.size(), 5U);
  EXPECT_EQ(problems->front().notices.size(), 1U);
}

TEST(HalideFolder, rejectsALogOfAnotherPipeline) {
  auto files = blur();
  files[4].bytes = "Node: f\n  Stage 0:\n";
  const auto problems = readFolder("blur", files);
  ASSERT_FALSE(problems);
  EXPECT_NE(problems.error().message.find("lists 1 stages"), std::string::npos) << problems.error().message;
}

TEST(HalideFolder, rejectsSamplesOfAnotherPipeline) {
  auto files = blur();
  files[1].bytes = files[1].bytes.substr(kStageBytes);
  EXPECT_FALSE(readFolder("blur", files));
  files = blur();
  files[1].bytes = withFloat(files[1].bytes, 39 * 4 + 7 * 4, 99);
  size_t failed = 0;
  const auto problems = readFolder("blur", files, &failed);
  ASSERT_FALSE(problems);
  EXPECT_NE(problems.error().message.find("1.sample has other operations than 0.sample"), std::string::npos);
}

TEST(HalideFolder, takesTheNoiseFromPipelineJson) {
  auto files = blur();
  files.push_back({"pipeline.json", "{\"noise\": 0.0125}"});
  const auto problems = readFolder("blur", files);
  ASSERT_TRUE(problems);
  EXPECT_EQ(problems->front().noise, 0.0125);
}

TEST(StageColumns, haveTheSizesOfTheFileFormat) {
  EXPECT_EQ(algorithmColumns(Kind::kHalide).size(), 288U);
  EXPECT_EQ(scheduleColumns(Kind::kHalide).size(), 39U);
  EXPECT_EQ(algorithmColumns(Kind::kHalide)[7 + 24 * 7], "pointwise.load_func.bool");
  // This hash must change only together with the feature columns, because trained models stop working then.
  EXPECT_EQ(schemaHash(Kind::kHalide), "068c4a682a9f649d");
}

}  // namespace
}  // namespace hlorank::stages
