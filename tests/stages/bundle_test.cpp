// Tests archives of Halide and TVM schedules, the HLO module that stands for a graph of stages in drawings, and the
// ranking table.
#include "shared/stages/bundle.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/base/json.h"
#include "shared/npz/npz.h"
#include "shared/npz/zip.h"
#include "shared/session/schedules.h"
#include "shared/stages/halide.h"
#include "shared/stages/module.h"
#include "shared/stages/packed.h"
#include "shared/stages/read.h"
#include "shared/stages/report.h"
#include "tests/support/suite.h"

namespace hlorank::stages {
namespace {

// Returns an archive of files of the test data `blur`, given by path and name in the archive.
std::string archiveOf(const std::vector<std::pair<std::string, std::string>>& files) {
  std::vector<std::string> contents;
  for (const auto& file : files) contents.push_back(test::readFile(test::testData("stages/blur/" + file.second)));
  std::vector<npz::NewMember> members;
  for (size_t i = 0; i < files.size(); ++i) members.push_back({files[i].first, "", contents[i]});
  return npz::zip(members);
}

Problem blurProblem() {
  auto problems = readBundle("x", archiveOf({{"blur/0.sample", "0.sample"},
                                             {"blur/2.sample", "2.sample"},
                                             {"blur/3.sample", "3.sample"},
                                             {"blur/compile_log.txt", "compile_log.txt"}}));
  return std::move(problems->front());
}

// Halide's autotuning loop writes a folder per schedule, with the features from which it made the sample.
TEST(Bundle, JoinsTheFoldersOfAnAutotuningLoop) {
  const auto problems = readBundle("x", archiveOf({{"samples/batch_1_0/0/a_batch_0001_sample_0000.sample", "0.sample"},
                                                   {"samples/batch_1_0/0/compile_log.txt", "compile_log.txt"},
                                                   {"samples/batch_1_0/1/a_batch_0001_sample_0001.sample", "2.sample"},
                                                   {"samples/batch_1_0/1/compile_log.txt", "compile_log.txt"},
                                                   {"samples/batch_2_0/0/a_batch_0002_sample_0000.sample", "3.sample"},
                                                   {"other/0.sample", "0.sample"}}));
  ASSERT_TRUE(problems);
  ASSERT_EQ(problems->size(), 2u);
  EXPECT_EQ((*problems)[0].name, "other");
  EXPECT_EQ((*problems)[1].name, "samples");
  EXPECT_EQ((*problems)[1].count, 3u);
  std::string failed;
  EXPECT_FALSE(readBundle("x", archiveOf({{"samples/batch_1_0/0/a.sample", "compile_log.txt"}}), &failed));
  EXPECT_EQ(failed, "samples/batch_1_0/0/a.sample");
  EXPECT_EQ(pipelineFolder("a/batch_1_0/12"), "a");
  EXPECT_EQ(pipelineFolder("batch_1_0/12"), "");
  for (const std::string_view own : {"a", "", "a/12", "batch_1_0", "a/batch_1/2", "a/batch_1_x/2", "a/batch_1_0/x"})
    EXPECT_EQ(pipelineFolder(own), own);
}

TEST(Bundle, hasAProblemPerFolder) {
  const auto problems = readBundle("all", archiveOf({{"a/0.sample", "0.sample"},
                                                     {"a/compile_log.txt", "compile_log.txt"},
                                                     {"b/1.sample", "1.sample"},
                                                     {"c/compile_log.txt", "compile_log.txt"},
                                                     {"2.sample", "2.sample"}}));
  ASSERT_TRUE(problems) << problems.error().message;
  ASSERT_EQ(problems->size(), 3U);
  EXPECT_EQ((*problems)[0].name, "all");
  EXPECT_EQ((*problems)[1].name, "a");
  EXPECT_TRUE((*problems)[1].notices.empty());
  EXPECT_EQ((*problems)[2].name, "b");
  EXPECT_FALSE((*problems)[2].notices.empty());  // without a log, the stages are assumed to form a chain
}

TEST(Bundle, namesTheFaultyFile) {
  const std::string sample = test::readFile(test::testData("stages/blur/0.sample"));
  const std::string archive = npz::zip({{"a/bad.sample", "", std::string_view(sample).substr(0, 5000)}});
  std::string failed;
  const auto problems = readBundle("x", archive, &failed);
  ASSERT_FALSE(problems);
  EXPECT_EQ(failed, "a/bad.sample");
  EXPECT_EQ(problems.error().where.offset, 5000);
  EXPECT_FALSE(readBundle("x", npz::zip({{"readme.md", "", "text"}})));
}

// Returns the arrays that scripts/halide_samples/pack.py writes for schedules of the test data `blur`.
npz::Archive packedArrays(const std::vector<std::string>& names) {
  std::vector<float> schedules, algorithm, times;
  std::vector<int32_t> numbers, pipeline;
  int64_t stages = 0;
  for (const std::string& name : names) {
    const auto sample = readSample(test::readFile(test::testData("stages/blur/" + name)));
    stages = static_cast<int64_t>(sample->stages);
    schedules.insert(schedules.end(), sample->schedule.begin(), sample->schedule.end());
    algorithm = sample->algorithm;
    times.push_back(static_cast<float>(sample->milliseconds));
    numbers.push_back(sample->number);
    pipeline = {sample->pipeline};
  }
  const auto count = static_cast<int64_t>(names.size());
  npz::Archive archive;
  archive.add("pipeline_features", {stages, 41, 7}, algorithm);
  archive.add("schedule_features", {count, stages, 39}, schedules);
  archive.add("run_time", {count}, times);
  archive.add("schedule_id", {count}, numbers);
  archive.add("pipeline_id", {1}, pipeline);
  const std::string log = test::readFile(test::testData("stages/blur/compile_log.txt"));
  archive.arrays.push_back({"log", "|S" + std::to_string(log.size()), {1}, log});
  return archive;
}

TEST(Bundle, arraysOfAPipelineUnpackToItsFiles) {
  const std::vector<std::string> names = {"0.sample", "2.sample", "3.sample"};
  const std::string archive = npz::write(packedArrays(names));
  EXPECT_TRUE(looksPacked(archive));
  const auto files = unpack(archive);
  ASSERT_TRUE(files) << files.error().message;
  ASSERT_EQ(files->size(), 4U);
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ((*files)[i].name, "000" + names[i]);
    EXPECT_TRUE((*files)[i].bytes == test::readFile(test::testData("stages/blur/" + names[i])));
  }
  EXPECT_EQ((*files)[3].name, "compile_log.txt");
  const auto problems = readBundle("blur", archive);
  ASSERT_TRUE(problems) << problems.error().message;
  EXPECT_EQ(problems->front().schedules, blurProblem().schedules);
  EXPECT_EQ(problems->front().edges, blurProblem().edges);
}

TEST(Bundle, arraysOfAWrongShapeAreAnError) {
  for (const std::string name : {"schedule_features", "pipeline_features", "run_time", "schedule_id", "pipeline_id"}) {
    npz::Archive archive = packedArrays({"0.sample", "2.sample"});
    for (npz::Array& array : archive.arrays)
      if (array.name == name) array = npz::makeArray<float>(name, {1, 3}, std::vector<float>{1, 2, 3});
    const auto files = unpack(npz::write(archive));
    ASSERT_FALSE(files) << name;
    EXPECT_NE(files.error().message.find(name), std::string::npos) << files.error().message;
    std::erase_if(archive.arrays, [&](const npz::Array& array) { return array.name == name; });
    EXPECT_FALSE(unpack(npz::write(archive))) << name;
  }
}

TEST(StageModule, listsProducersBeforeConsumers) {
  const Problem problem = blurProblem();
  const StageModule graph = makeStageModule(problem);
  size_t operands = 0;
  for (uint32_t i = 0; i < graph.stageOf.size(); ++i) {
    for (const uint32_t operand : graph.module.operandsOf(graph.module.instructions[i])) EXPECT_LT(operand, i);
    operands += graph.module.instructions[i].operands.size;
    EXPECT_EQ(graph.module.instructions[i].name, problem.stages[graph.stageOf[i]]);
  }
  EXPECT_EQ(operands, problem.edges.size());
}

TEST(StageModule, breaksCycles) {
  Problem problem = blurProblem();
  problem.edges = {{0, 1}, {1, 0}, {2, 1}, {2, 2}};
  const StageModule graph = makeStageModule(problem);
  std::vector<uint32_t> stages = graph.stageOf;
  std::sort(stages.begin(), stages.end());
  for (uint32_t i = 0; i < stages.size(); ++i) EXPECT_EQ(stages[i], i);
  EXPECT_EQ(graph.module.operands.size(), 2U);
}

TEST(StageModule, describesStagesByTheirOperations) {
  const Problem problem = blurProblem();
  const auto stage = static_cast<uint32_t>(std::find(problem.stages.begin(), problem.stages.end(), "relu.s0") -
                                           problem.stages.begin());
  EXPECT_EQ(describeStage(problem, stage), "max, func_call");
  EXPECT_EQ(stageKind(problem, stage), "pure definition");
}

TEST(Predictions, byHalideSumUpTheStages) {
  const Problem problem = blurProblem();
  const auto weights = readHalideWeights(test::readFile(test::testData("stages/baseline.weights")));
  const auto predictions = predictByHalide(*weights, problem, 1);
  ASSERT_TRUE(predictions);
  const auto costs = halideCosts(*weights, problem, 1);
  for (size_t c = 0; c < problem.count; ++c) {
    EXPECT_EQ(predictions->halide[c], (*costs)[c]);
    double sum = 0;
    for (const double share : sharesOf(problem, *predictions, c)) sum += share;
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(ScheduleTable, hasTheValuesOfTheReport) {
  Problem problem = blurProblem();
  problem.ids[2] = "a, b";
  problem.stages[0] = "f \"0\"";
  problem.runtimes[1] = 0;  // 0: not measured
  const size_t stages = problem.stageCount();
  Predictions predictions = measuredOrder(problem);
  predictions.scores = {0, 1, 0};
  predictions.times.assign(problem.count * stages, 0);
  predictions.halide = {2, 0.1 + 0.2, 4};
  const std::vector<uint32_t> selected = {2, 1};
  std::string head = "rank,schedule,predicted_ms,measured_ms,halide_cost", whole, part;
  for (size_t stage = 0; stage < stages; ++stage) {
    head += stage == 0 ? ",\"share of f \"\"0\"\"\"" : ",share of " + problem.stages[stage];
    whole += ",1.0";
    part += ",0.367879441";
  }
  EXPECT_EQ(rankCsv(problem, predictions, selected),
            head + "\n1,\"a, b\",1.0,1.75,4.0" + whole + "\n3,2.sample,2.71828183,,0.3" + part + "\n");
  predictions.times.clear();
  EXPECT_EQ(rankCsv(problem, predictions, {selected.data(), 1}),
            head + "\n1,\"a, b\",,1.75,4.0" + std::string(stages, ',') + "\n");
  const Json report = Json::parse(rankJson(problem, predictions, "blur", "m", "M", selected));
  ASSERT_EQ(report["configurations"].size(), 2U);
  EXPECT_EQ(report["configurations"][0]["index"], 2);
  EXPECT_EQ(report["configurations"][1]["index"], 1);
}

TEST(ScheduleView, filtersAndSorts) {
  const Problem problem = blurProblem();  // the run times are 1 ms, 1.5 ms and 1.75 ms
  Predictions predictions = measuredOrder(problem);
  predictions.scores = {3, 1, 2};
  session::Query query;
  EXPECT_EQ(session::buildView(problem, predictions, query).indices, (std::vector<uint32_t>{1, 2, 0}));
  EXPECT_EQ(session::buildView(problem, predictions, query).ranks, (std::vector<uint32_t>{1, 2, 3}));
  query.key = session::Query::Key::kTime;
  query.descending = true;
  EXPECT_EQ(session::buildView(problem, predictions, query).indices, (std::vector<uint32_t>{2, 1, 0}));
  query.text = "3.SAMPLE";
  EXPECT_EQ(session::buildView(problem, predictions, query).indices, (std::vector<uint32_t>{2}));
}

TEST(ScheduleVerdict, comparesWithTheMedianAndTheFastestMeasured) {
  const Problem problem = blurProblem();
  Predictions predictions = measuredOrder(problem);
  EXPECT_EQ(verdictText(problem, predictions),
            "0.sample is the fastest as measured, 1 ms: 33 % less than the median of 3 schedules.");
  predictions.scores = {3, 1, 2};
  predictions.times.assign(problem.count * problem.stageCount(), 0);
  EXPECT_EQ(verdictText(problem, predictions),
            "2.sample is predicted fastest, 2.72 ms: 63 % less than the median of 3 schedules. Measured: 1.5 ms, 50 % "
            "behind the fastest, 0.sample with 1 ms.");
}

}  // namespace
}  // namespace hlorank::stages
