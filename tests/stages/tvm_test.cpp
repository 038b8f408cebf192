// Tests tuning records of TVM. TVM wrote tests/data/stages/database_tuning_record.json (make_tvm.py there); the test
// writes the other records in the layout of TVM's own files.
#include "shared/stages/tvm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "shared/npz/npz.h"
#include "shared/stages/read.h"
#include "tests/support/suite.h"

namespace hlorank::stages {
namespace {

std::string metaSchedule(int workload, const std::string& seconds, int tile) {
  return "[" + std::to_string(workload) +
         R"(, [[[["GetSBlock", [], ["pad", "main"], ["b0"]], ["GetSBlock", [], ["conv", "main"], ["b1"]],)"
         R"(["GetLoops", ["b1"], [], ["l2", "l3"]], ["SamplePerfectTile", ["l2"], [2, 64], ["v4", "v5"]],)"
         R"(["Split", ["l2", "v4", "v5"], [1], ["l6", "l7"]], ["ComputeAt", ["b0", "l6"], [1], []],)"
         R"(["Parallel", ["l6"], [], []], ["Vectorize", ["l7"], [], []]], [[3, [)" +
         std::to_string(64 / tile) + ", " + std::to_string(tile) + "]]]], " + seconds +
         R"(, {"kind": "llvm"}, [["TENSOR", "float32", [4, 8]], ["TENSOR", "float32", [16]]]]])" + "\n";
}

std::string ansor(const std::string& result, int factor) {
  return R"({"i": [["[\"abc\", [4, 8], [16]]", "llvm", [8]], [[], [["CHW", 2, "local"], ["SP", 2, 0, 64, [)" +
         std::to_string(factor) +
         R"(, 4], 1], ["CA", 1, 3, 0], ["AN", 3, 0, 3], ["PR", 3, 0, "auto_unroll_max_step$16"]]]], "r": )" + result +
         R"(, "v": "v0.6"})" + "\n";
}

std::string autoTvm(int error, int tile) {
  return R"({"input": ["llvm", "dense.x86", [["TENSOR", [4, 8], "float32"], ["TENSOR", [16], "float32"]], {}],)"
         R"("config": {"index": 1, "entity": [["tile_x", "sp", [-1, )" +
         std::to_string(tile) + R"(]], ["unroll", "ot", true]]}, "result": [[0.002, 0.004], )" + std::to_string(error) +
         R"(, 1.0, 2.0], "version": 0.2})" + "\n";
}

// Returns a store_features.npz like those that `npm run collect:tvm -- features` writes. Every feature of row i is
// log2(1 + i).
std::string storeFeatures(const std::vector<int32_t>& rows) {
  std::vector<float> features;
  int64_t count = 0;
  for (const int32_t own : rows) count += own;
  for (int64_t row = 0; row < count; ++row) features.insert(features.end(), 164, std::log2(float(row + 1)));
  npz::Archive archive;
  archive.add<float>("features", {count, 164}, features);
  archive.add<int32_t>("rows", {int64_t(rows.size())}, rows);
  return npz::write(archive);
}

float scheduleAt(const Problem& problem, size_t configuration, const std::string& stage, const std::string& column) {
  const auto columns = scheduleColumns(problem.kind);
  const size_t row = size_t(std::find(problem.stages.begin(), problem.stages.end(), stage) - problem.stages.begin());
  const size_t at = size_t(std::find(columns.begin(), columns.end(), column) - columns.begin());
  return problem.schedule(configuration)[row * columns.size() + at];
}

TEST(MetaSchedule, tracesStepsToTheirBlocks) {
  const auto problems = readTvmRecords(metaSchedule(0, "[0.001, 0.003]", 16), "db");
  ASSERT_TRUE(problems) << problems.error().message;
  const Problem& problem = problems->front();
  EXPECT_EQ(problem.kind, Kind::kMetaSchedule);
  EXPECT_EQ(problem.stages, (std::vector<std::string>{"pad", "conv"}));
  EXPECT_EQ(problem.edges, (std::vector<Edge>{{0, 1}}));
  EXPECT_EQ(problem.runtimes, std::vector<double>{2});
  EXPECT_EQ(scheduleAt(problem, 0, "conv", "splits"), 1);
  EXPECT_EQ(scheduleAt(problem, 0, "conv", "tile_0"), 4);
  EXPECT_EQ(scheduleAt(problem, 0, "conv", "tile_1"), 16);
  EXPECT_EQ(scheduleAt(problem, 0, "conv", "parallel"), 1);
  EXPECT_EQ(scheduleAt(problem, 0, "conv", "vectorized"), 1);
  EXPECT_EQ(scheduleAt(problem, 0, "pad", "computed_at"), 1);
  EXPECT_EQ(problem.algorithm[1], 32);  // the feature largest_tensor
}

TEST(MetaSchedule, readsADatabaseOfTvm) {
  const auto problems = readTvmRecords(test::readFile(test::testData("stages/database_tuning_record.json")), "db");
  ASSERT_TRUE(problems) << problems.error().message;
  const Problem& problem = problems->front();
  EXPECT_EQ(problem.stages, (std::vector<std::string>{"C", "D"}));
  EXPECT_EQ(problem.edges, (std::vector<Edge>{{0, 1}}));
  EXPECT_EQ(problem.count, 2U);
  EXPECT_EQ(problem.failed, 1U);
  EXPECT_NEAR(problem.runtimes[0], 1.1, 1e-12);
  EXPECT_EQ(scheduleAt(problem, 0, "C", "splits"), 3);
  EXPECT_EQ(scheduleAt(problem, 0, "C", "tile_2"), 64);
  EXPECT_EQ(scheduleAt(problem, 0, "C", "parallel_extent"), 16);
  EXPECT_EQ(scheduleAt(problem, 0, "D", "unroll_steps"), 16);  // index 1 of the candidates 0, 16, 64, 512
  EXPECT_EQ(scheduleAt(problem, 0, "D", "computed_at"), 0);
  EXPECT_EQ(scheduleAt(problem, 1, "D", "computed_at"), 1);
}

TEST(MetaSchedule, readsTheFolderOfACollectedWorkload) {
  const auto problems =
      readFolder("0003", {{"database_tuning_record.json", metaSchedule(0, "[1e-3]", 16) + metaSchedule(0, "[2e-3]", 8)},
                          {"database_workload.json", "[]"},
                          {"pipeline.json", R"({"family": "dense", "noise": 0.25})"}});
  ASSERT_TRUE(problems) << problems.error().message;
  ASSERT_EQ(problems->size(), 1U);
  EXPECT_EQ(problems->front().count, 2U);
  EXPECT_EQ(problems->front().noise, 0.25);
}

TEST(MetaSchedule, takesTheFeaturesOfScheduledProgramsBesideTheDatabase) {
  const std::string records =
      metaSchedule(0, "[1e-3]", 16) + metaSchedule(1, "[1e10]", 8) + metaSchedule(0, "[2e-3]", 4);
  const auto problems =
      readFolder("0003", {{"store_features.npz", storeFeatures({2, 1, 3})}, {"database_tuning_record.json", records}});
  ASSERT_TRUE(problems) << problems.error().message;
  ASSERT_EQ(problems->size(), 1U);  // workload 1 is missing, because its only record failed
  const Problem& problem = problems->front();
  EXPECT_EQ(problem.kind, Kind::kMetaScheduleStores);
  EXPECT_EQ(problem.stages, (std::vector<std::string>{"buffer 0", "buffer 1", "buffer 2"}));
  EXPECT_EQ(problem.edges, (std::vector<Edge>{{0, 1}, {1, 2}}));
  const auto values = [&](size_t configuration) {
    std::vector<float> found;
    for (const std::string& stage : problem.stages)
      found.push_back(std::round(scheduleAt(problem, configuration, stage, "auto_unroll_max_step")));
    return found;
  };
  EXPECT_EQ(values(0), (std::vector<float>{0, 1, 0}));  // from rows 0 and 1; nothing writes the third buffer
  EXPECT_EQ(values(1), (std::vector<float>{3, 4, 5}));  // from rows 3 to 5, because row 2 belongs to the failed record
}

TEST(MetaSchedule, rejectsFeaturesOfOtherRecords) {
  const std::string records = metaSchedule(0, "[1e-3]", 16) + metaSchedule(0, "[2e-3]", 4);
  const auto read = [&](const std::string& features) {
    return readFolder("0003", {{"database_tuning_record.json", records}, {"store_features.npz", features}});
  };
  EXPECT_TRUE(read(storeFeatures({1, 1})));
  ASSERT_FALSE(read(storeFeatures({1})));
  EXPECT_NE(read(storeFeatures({1})).error().message.find("2 records"), std::string::npos);
  EXPECT_FALSE(read("PK"));
  npz::Archive narrow;
  narrow.add<float>("features", {2, 3}, std::vector<float>(6));
  narrow.add<int32_t>("rows", {2}, std::vector<int32_t>{1, 1});
  EXPECT_FALSE(read(npz::write(narrow)));
  for (const float broken : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    std::vector<float> values(2 * 164);
    values[165] = broken;
    npz::Archive archive;
    archive.add<float>("features", {2, 164}, values);
    archive.add<int32_t>("rows", {2}, std::vector<int32_t>{1, 1});
    EXPECT_EQ(read(npz::write(archive)).error().message, "feature float_add_sub of row 1 is not a finite number");
  }
}

TEST(MetaSchedule, readsTheFeaturesThatTvmComputed) {
  const std::string folder = "../../data/tvm/0000/";
  std::vector<File> files;
  for (const char* name : {"database_tuning_record.json.gz", "store_features.npz"})
    files.push_back({name, test::readFile(test::testData(folder + name))});
  const auto problems = readFolder("0000", files);
  ASSERT_TRUE(problems) << problems.error().message;
  const Problem& problem = problems->front();
  EXPECT_EQ(problem.kind, Kind::kMetaScheduleStores);
  EXPECT_EQ(problem.count, 40U);
  for (size_t i = 0; i < problem.count; ++i) {
    EXPECT_GE(scheduleAt(problem, i, "buffer 0", "num_loops"), 1) << i;
    const float position = scheduleAt(problem, i, "buffer 0", "parallel.position_0") +
                           scheduleAt(problem, i, "buffer 0", "parallel.position_7");
    EXPECT_EQ(position, 1) << i;  // no loop is parallel (0), or TVM does not tell the position of the loops (7)
  }
}

// Reads a folder of data/tvm with the given files of it.
Result<std::vector<Problem>> readCollected(const std::string& name, const std::vector<const char*>& names) {
  std::vector<File> files;
  for (const char* file : names) {
    const auto path = test::testData("../../data/tvm/" + name + "/" + file);
    files.push_back({file, test::readFile(path)});
  }
  return readFolder(name, files);
}

const std::vector<const char*> kCollected = {"database_tuning_record.json.gz", "database_workload.json.gz",
                                             "store_features.npz", "pipeline.json"};

std::vector<std::string> buffersOf(const Problem& problem, size_t configuration) {
  std::vector<std::string> names;
  for (size_t stage = 0; stage < problem.shownCount(); ++stage)
    if (problem.stageOf(configuration, stage) != kNoStage) names.push_back(problem.shownStages()[stage]);
  return names;
}

TEST(MetaSchedule, namesAWorkloadByItsHashAndFamily) {
  std::set<std::string> hashes;
  for (const char* folder : {"0000", "0001", "0011"}) {
    const auto problems = readCollected(folder, kCollected);
    ASSERT_TRUE(problems) << problems.error().message;
    hashes.insert(problems->front().name.substr(5));
  }
  EXPECT_EQ(hashes.size(), 3U);
  const auto problems = readCollected("0011", kCollected);
  EXPECT_EQ(problems->front().name, "0011/72905003");  // the hash is 7290500335238957305
  EXPECT_EQ(problems->front().family, "separable");
}

TEST(MetaSchedule, namesTheBuffersOfAScheduleByTheBlocksOfItsWorkload) {
  const auto problems = readCollected("0011", kCollected);
  ASSERT_TRUE(problems) << problems.error().message;
  const Problem& problem = problems->front();
  EXPECT_EQ(problem.shownStages(), (std::vector<std::string>{"PaddedInput", "DepthwiseConv2d_global", "DepthwiseConv2d",
                                                             "conv2d_nchw", "compute_1"}));
  EXPECT_EQ(buffersOf(problem, 19), problem.shownStages());
  EXPECT_EQ(buffersOf(problem, 2), (std::vector<std::string>{"DepthwiseConv2d", "conv2d_nchw", "compute_1"}));
  EXPECT_EQ(problem.named.origins[1], "cache_write of DepthwiseConv2d");
  // The numbers of executions that TVM counted agree with the names: the inner loops of a convolution run 25 times.
  const auto columns = scheduleColumns(problem.kind);
  const size_t outer = size_t(std::find(columns.begin(), columns.end(), "outer_prod") - columns.begin());
  for (size_t c = 0; c < problem.count; ++c) {
    const uint32_t cache = problem.stageOf(c, 1), direct = problem.stageOf(c, 2);
    ASSERT_NE(direct, kNoStage);
    const float runs = problem.schedule(c)[(cache == kNoStage ? direct : cache) * columns.size() + outer];
    EXPECT_NEAR(runs, 32 * 40 * 40 * 25, 10) << c;
  }
  const std::string& steps = problem.named.steps[19 * problem.shownCount() + 3];
  EXPECT_NE(steps.find("tile ff 2×2×2×1"), std::string::npos) << steps;
  EXPECT_NE(steps.find("parallel 32"), std::string::npos) << steps;
}

TEST(MetaSchedule, namesBuffersOnlyIfTheyAreCertain) {
  const auto unnamed = readCollected("0011", {"database_tuning_record.json.gz", "store_features.npz"});
  ASSERT_TRUE(unnamed) << unnamed.error().message;
  EXPECT_EQ(unnamed->front().shownStages().front(), "buffer 0");
  // A schedule that writes fewer buffers does not have the last ones.
  EXPECT_EQ(buffersOf(unnamed->front(), 2), (std::vector<std::string>{"buffer 0", "buffer 1", "buffer 2"}));
  // The workload of another database does not fit the trace.
  std::vector<File> files;
  for (const char* name : {"database_tuning_record.json.gz", "store_features.npz"})
    files.push_back({name, test::readFile(test::testData(std::string("../../data/tvm/0011/") + name))});
  files.push_back(
      {"database_workload.json.gz", test::readFile(test::testData("../../data/tvm/0000/database_workload.json.gz"))});
  const auto other = readFolder("0011", files);
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(other->front().shownStages().front(), "buffer 0");
}

TEST(MetaSchedule, keepsTheFeaturesOfNamedBuffers) {
  const auto named = readCollected("0013", kCollected);
  const auto unnamed = readCollected("0013", {"database_tuning_record.json.gz", "store_features.npz"});
  ASSERT_TRUE(named && unnamed);
  EXPECT_EQ(named->front().schedules, unnamed->front().schedules);
  EXPECT_EQ(named->front().algorithm, unnamed->front().algorithm);
  EXPECT_EQ(named->front().edges, unnamed->front().edges);
  EXPECT_EQ(named->front().shownStages().back(), "T_add_1");
}

TEST(MetaSchedule, saysThatAWorkloadAloneHasNoSchedules) {
  const auto problems = readCollected("0011", {"database_workload.json.gz"});
  ASSERT_FALSE(problems);
  EXPECT_NE(problems.error().help.find("database_tuning_record.json"), std::string::npos);
}

TEST(MetaSchedule, makesAProblemPerWorkload) {
  const auto problems = readTvmRecords(metaSchedule(0, "[1e-3]", 16) + metaSchedule(1, "[1e-3]", 8), "db");
  ASSERT_TRUE(problems);
  EXPECT_EQ(problems->size(), 2U);
}

TEST(TvmRecords, leavesOutAndCountsFailedMeasurements) {
  const auto tuned =
      readTvmRecords(metaSchedule(0, "[1e-3]", 16) + metaSchedule(0, "[1e10]", 8) + metaSchedule(0, "[]", 4), "db");
  const auto ansors = readTvmRecords(ansor("[[0.001], 0, 1, 2]", 2) + ansor("[[1e20], 4, 1, 2]", 8), "log");
  const auto older = readTvmRecords(autoTvm(0, 8) + autoTvm(1, 16), "log");
  ASSERT_TRUE(tuned && ansors && older);
  EXPECT_EQ(tuned->front().failed, 2U);
  EXPECT_EQ(tuned->front().count, 1U);
  EXPECT_EQ(ansors->front().failed, 1U);
  EXPECT_EQ(older->front().failed, 1U);
  EXPECT_EQ(older->front().notices.size(), 1U);
  EXPECT_FALSE(readTvmRecords(autoTvm(1, 8), "log"));
}

TEST(Ansor, countsInsertedStagesToTheStageTheyWereMadeFor) {
  const auto problems = readTvmRecords(ansor("[[0.001], 0, 1, 2]", 2), "log");
  ASSERT_TRUE(problems) << problems.error().message;
  const Problem& problem = problems->front();
  EXPECT_EQ(problem.stages, (std::vector<std::string>{"stage 1", "stage 2"}));
  EXPECT_EQ(problem.edges, (std::vector<Edge>{{0, 1}}));
  EXPECT_EQ(scheduleAt(problem, 0, "stage 2", "cache_writes"), 1);
  EXPECT_EQ(scheduleAt(problem, 0, "stage 2", "splits"), 1);
  EXPECT_EQ(scheduleAt(problem, 0, "stage 2", "parallel"), 1);
  EXPECT_EQ(scheduleAt(problem, 0, "stage 2", "unroll_steps"), 16);
  EXPECT_EQ(scheduleAt(problem, 0, "stage 1", "computed_at"), 1);
}

TEST(AutoTvm, hasAStagePerKnobAndOneForTheOperator) {
  const auto problems = readTvmRecords(autoTvm(0, 8), "log");
  ASSERT_TRUE(problems) << problems.error().message;
  const Problem& problem = problems->front();
  EXPECT_EQ(problem.stages, (std::vector<std::string>{"tile_x", "unroll", "dense.x86"}));
  EXPECT_EQ(problem.edges, (std::vector<Edge>{{0, 2}, {1, 2}}));
  EXPECT_EQ(problem.runtimes, std::vector<double>{3});
  EXPECT_EQ(scheduleAt(problem, 0, "tile_x", "tile_1"), 8);
}

TEST(TvmRecords, doNotDependOnTheOrderOfLines) {
  const std::string a = metaSchedule(0, "[1e-3]", 16), b = metaSchedule(0, "[2e-3]", 8);
  const auto forward = readTvmRecords(a + b, "db"), backward = readTvmRecords(b + a, "db");
  ASSERT_TRUE(forward && backward);
  EXPECT_EQ(forward->front().stages, backward->front().stages);
  EXPECT_EQ(forward->front().edges, backward->front().edges);
  const auto first = forward->front().schedule(0), last = backward->front().schedule(1);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), last.begin(), last.end()));
}

TEST(TvmRecords, rejectsWhatIsNotARecordWithItsLine) {
  const std::string good = autoTvm(0, 8);
  for (const std::string& bad : {std::string("{"), std::string("[1, 2]"), std::string("{}"), std::string(1000, '['),
                                 metaSchedule(0, "[1e-3]", 16)}) {
    const auto problems = readTvmRecords(good + bad, "log");
    ASSERT_FALSE(problems) << bad;
    EXPECT_EQ(problems.error().where.line, 2) << bad;
  }
}

}  // namespace
}  // namespace hlorank::stages
