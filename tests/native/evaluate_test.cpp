// Tests the evaluation of models on collections: metrics, baselines, official subsets, submissions and ground-truth
// costs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "native/data/times.h"
#include "native/evaluate/baselines.h"
#include "native/evaluate/collections.h"
#include "native/evaluate/scoring.h"
#include "native/evaluate/subset.h"
#include "native/evaluate/truth.h"
#include "native/research/model/submission.h"
#include "shared/configs/program_layouts.h"
#include "tests/store/archives.h"

namespace hlorank::evaluate {
namespace {

// Returns measurements of a program with one configurable node. Each of `settings` is the layout setting of the node in
// one configuration; equal settings are duplicates.
store::Dense denseOf(const std::vector<int>& settings, std::vector<int64_t> times) {
  store::Dense dense{1, settings.size(), {}, std::move(times)};
  for (const int setting : settings)
    for (int i = 0; i < configs::kLayoutColumns; ++i)
      dense.columns.push_back(static_cast<int8_t>(i == 0 ? setting : i == 1 ? 1 - setting % 2 : -1));
  return dense;
}

class EvaluateTest : public testing::Test {
 protected:
  // Writes and loads a program of the collection layout:xla:random, in the folder of `split`.
  std::unique_ptr<const data::MeasuredProgram> program(const std::vector<int>& settings, std::vector<int64_t> times,
                                                       const std::string& split = "valid",
                                                       const std::string& name = "one") {
    return load(store::archiveOf<float>(store::chain(1), denseOf(settings, std::move(times))), split, name);
  }
  // The same for any archive in TpuGraphs' format.
  std::unique_ptr<const data::MeasuredProgram> load(const npz::Archive& archive, const std::string& split,
                                                    const std::string& name) {
    const std::string path = folder_ / ("npz/layout/xla/random/" + split + "/" + name + ".npz");
    store::write(archive, path);
    data::LoadOptions options;
    options.most = 0;
    options.acceptUnmeasured = true;
    std::string place;
    auto programs = data::load({path}, options, &place);
    EXPECT_TRUE(programs) << (programs ? "" : programs.error().message);
    return std::move(programs->front());
  }

  store::Folder folder_;
};

TEST_F(EvaluateTest, TheFrequencyBaselineScoresRareSettingsAsSlow) {
  const auto one = program({0, 2, 2, 4, 2, 0}, {30, 10, 10, 50, 10, 30});
  const std::vector<float> scores = frequencyScores(*one, one->measured());
  // The settings 0, 2 and 4 occur in two, three and one of the six configurations. Rarer settings must get higher
  // (slower) scores.
  ASSERT_EQ(scores.size(), 3u);
  EXPECT_NEAR(scores[0], -std::log(2. / 6), 1e-6);
  EXPECT_NEAR(scores[1], -std::log(3. / 6), 1e-6);
  EXPECT_NEAR(scores[2], -std::log(1. / 6), 1e-6);
}

TEST_F(EvaluateTest, TheBaselineOfProgramLayoutsCompletesPartialLayouts) {
  // The layouts of the output: {0,1}, then {1}, which the program layout {1,0} completes to {1,0}, then {0}. No
  // configuration gives the operand a layout.
  const std::vector<int8_t> layouts = {0, 1, 1, -1, 0, -1};
  store::Dense dense{1, 3, std::vector<int8_t>(3 * configs::kLayoutColumns, -1), {40, 30, 20}};
  for (size_t c = 0; c < 3; ++c)
    std::copy_n(layouts.begin() + std::ptrdiff_t(2 * c), 2,
                dense.columns.begin() + std::ptrdiff_t(c * configs::kLayoutColumns));
  const auto one = load(store::archiveOf<float>(store::chain(1), dense), "valid", "partial");
  const auto find = [&](std::span<const uint32_t> among) {
    return configs::findProgramLayouts(one->opened.program, one->opened.configurations, among);
  };
  EXPECT_EQ(find(one->measured()), 1u);
  EXPECT_EQ(find(std::vector<uint32_t>{0, 2}), std::nullopt);
  const ProgramFigures figures = computeProgramFigures(*one, one->measured(), std::vector<float>{1, 2, 3});
  EXPECT_DOUBLE_EQ(figures.programLayouts.slowdown1, .5);  // 30 ns, and the best takes 20
}

TEST_F(EvaluateTest, TheNearestProgramBaselineUsesTheMeanTimesOfItsLayouts) {
  NearestPrograms nearest;
  const auto known = program({0, 2, 4}, {100, 200, 300}, "train", "known"), same = program({0, 2, 4}, {1, 2, 3});
  nearest.add(*known);
  const auto other = program({4, 0, 6}, {1, 1, 1}, "valid", "other");
  const std::vector<float> scores = nearest.scores(*other, other->measured());
  ASSERT_EQ(scores.size(), 3u);
  EXPECT_GT(scores[0], 0);  // in the known program, this layout took 1.5 times the mean time
  EXPECT_NEAR(scores[0], .5, 1e-6);
  EXPECT_NEAR(scores[1], -.5, 1e-6);
  EXPECT_EQ(scores[2], 0);  // the known program has no time for this layout
  EXPECT_TRUE(nearest.scores(*known, known->measured()).empty()) << "a program is not its own neighbour";
}

TEST_F(EvaluateTest, OfficialSubsetsIndexRowsOfTheFile) {
  const auto one = program({0, 2, 2, 4}, {10, 20, 22, 30});
  ASSERT_TRUE(native::writeFile(folder_ / "xla_random.json", R"({"one": [3, 2, 1, 1], "two": [0]})"));
  Subsets subsets;
  ASSERT_TRUE(subsets.read(folder_ / "xla_random.json"));
  const auto selected = subsets.of(*one);
  ASSERT_TRUE(selected);
  EXPECT_EQ(**selected, (std::vector<uint32_t>{2, 1, 1, 1}));
  ASSERT_TRUE(native::writeFile(folder_ / "nlp_random.json", R"({"one": [0]})"));
  Subsets others;
  ASSERT_TRUE(others.read(folder_ / "nlp_random.json"));
  EXPECT_FALSE(others.of(*one)->has_value()) << "the subset is of another collection";
  ASSERT_TRUE(native::writeFile(folder_ / "some.json", R"({"one": [4]})"));
  Subsets beyond;
  ASSERT_TRUE(beyond.read(folder_ / "some.json"));
  EXPECT_FALSE(beyond.of(*one)) << "there is no row 4";
  ASSERT_TRUE(native::writeFile(folder_ / "bad.json", R"({"one": ["a"]})"));
  EXPECT_FALSE(beyond.read(folder_ / "bad.json"));
}

TEST_F(EvaluateTest, SubmissionsListAllRowsOfTheFileBestFirst) {
  const auto one = program({0, 2, 2, 4, 0}, {0, 0, 0, 0, 0}, "test", "hidden");
  EXPECT_EQ(*research::submissionId(*one), "layout:xla:random:hidden");
  EXPECT_EQ(research::submittedRows(*one, std::vector<float>{.5f, .1f, .3f}), (std::vector<uint64_t>{1, 2, 3, 0, 4}));
}

class TruthTest : public EvaluateTest {
 protected:
  // Writes ground-truth costs of the program `one` of the test split, in the format of `hlorank synth`.
  void writeTruth(const std::vector<int64_t>& noisy, const std::vector<int64_t>& known) {
    const auto count = static_cast<int64_t>(noisy.size());
    npz::Archive archive;
    archive.arrays.push_back(npz::makeArray<int64_t>("config_runtime", {count}, noisy));
    archive.arrays.push_back(npz::makeArray<int64_t>("config_runtime_noiseless", {count}, known));
    archive.arrays.push_back(npz::makeArray<int64_t>("transfer_pairs", {2, 2}, std::vector<int64_t>{0, 1, 2, 3}));
    archive.arrays.push_back(npz::makeArray<double>("transfer_difference", {2}, std::vector<double>{.5, -.2}));
    store::write(archive, folder_ / "truth/one.npz");
    ASSERT_TRUE(native::writeFile(folder_ / "truth.json", R"({"collections": {"layout:xla:random": {"programs": [
        {"name": "one", "split": "test", "truth": "truth/one.npz"}]}}})"));
  }
};

TEST_F(TruthTest, GroundTruthGivesHiddenTimesAndTheAttainableTau) {
  const auto one = program({0, 2, 4, 6, 0}, {0, 0, 0, 0, 0}, "test");
  writeTruth({100, 150, 120, 97, 110}, {100, 150, 125, 100, 100});
  std::string place;
  const auto truth = Truth::read(folder_ / "truth.json");
  ASSERT_TRUE(truth);
  EvaluationSet judged = makeEvaluationSet(*one);
  EXPECT_TRUE(judged.selected.empty());
  ASSERT_TRUE(*truth->add(*one, judged, &place));
  EXPECT_EQ(judged.selected, (std::vector<uint32_t>{0, 1, 2, 3}));
  // Rows 0 and 4 are duplicates. The expected time is the median of both.
  EXPECT_EQ(judged.times, (std::vector<double>{105, 150, 120, 97}));
  EXPECT_EQ(judged.truth, (std::vector<float>{0, 3, 2, 0}));
  ASSERT_EQ(judged.transfer.size(), 2u);
  EXPECT_EQ(judged.transfer[0].slower, 1u);
  EXPECT_EQ(judged.transfer[1].slower, 2u);

  const std::vector<float> scores = {1, 2, 0, 3};  // the scores order the first pair correctly, but not the second
  const ProgramFigures figures = computeProgramFigures(*one, judged, scores);
  EXPECT_EQ(figures.model.transferAccuracy, .5);
  EXPECT_EQ(figures.reachable.transferAccuracy, 1);
  // Expected value: scipy.stats.kendalltau([0, 3, 2, 0], [105, 150, 120, 97]).
  EXPECT_NEAR(figures.reachable.tau, 0.9128709291752769, 1e-12);
}

TEST_F(TruthTest, GroundTruthOfOtherDataIsRejected) {
  const auto one = program({0, 2, 4}, {0, 0, 0}, "test");
  writeTruth({100, 150, 120, 97}, {100, 150, 125, 100});
  std::string place;
  EvaluationSet judged = makeEvaluationSet(*one);
  EXPECT_FALSE(Truth::read(folder_ / "truth.json")->add(*one, judged, &place));
  EXPECT_EQ(place, folder_ / "truth/one.npz");
}

ProgramFigures figuresWith(const std::string& collection, double tau, double slowdown5) {
  ProgramFigures figures;
  figures.name = "p";
  figures.collection = collection;
  figures.split = "valid";
  figures.tiles = collection.rfind("tile", 0) == 0;
  figures.configurations = 10;
  figures.model.tau = tau;
  figures.model.slowdown5 = slowdown5;
  return figures;
}

TEST(CollectionsTest, ScoreIsTauForLayoutsAndOneMinusSlowdownForTiles) {
  const std::vector<ProgramFigures> programs = {
      figuresWith("layout:xla:random", .6, 0), figuresWith("layout:xla:random", .8, 0),
      figuresWith("tile:xla", .1, .04), figuresWith("tile:xla", .2, .08), figuresWith("", 1, 0)};
  const auto collections = computeCollectionFigures(programs);
  ASSERT_EQ(collections.size(), 2u);
  EXPECT_EQ(collections[0].title(), "layout:xla:random valid");
  EXPECT_NEAR(collections[0].score(), .7, 1e-12);
  EXPECT_EQ(collections[0].intervals[0].low, .6);
  EXPECT_EQ(collections[0].intervals[0].high, .8);
  EXPECT_NEAR(collections[1].score(), .94, 1e-12);
  const auto overall = computeOverall(collections);
  ASSERT_EQ(overall.size(), 1u);
  EXPECT_EQ(overall[0].collections, 2u);
  EXPECT_NEAR(overall[0].score.mean, .82, 1e-12);
  EXPECT_NEAR(overall[0].tau.mean, .7, 1e-12);
}

TEST(CollectionsTest, CollectionsOfOneProgramHaveNoInterval) {
  const std::vector<ProgramFigures> programs = {figuresWith("layout:xla:random", .6, 0),
                                                figuresWith("layout:nlp:random", .8, 0)};
  const std::string text = toMarkdown(computeCollectionFigures(programs), "model");
  EXPECT_NE(text.find("mean of 2 collections, valid: score 0.700, tau of layouts 0.700\n"), std::string::npos) << text;
}

// Expects the slowdown at k as TpuGraphs defines it: (time of the fastest of the first k configurations / time of the
// fastest of all) - 1.
TEST_F(EvaluateTest, SlowdownComparesTheBestOfTheFirstKWithTheBestOfAll) {
  std::vector<int> settings;
  std::vector<int64_t> times;
  std::vector<float> scores;
  for (int c = 0; c < 5; ++c) {
    settings.push_back(2 * c % 8 + c / 4);
    times.push_back(1000 - 100 * c);
    scores.push_back(float(c));
  }
  const auto one = program(settings, times);
  const ProgramFigures figures = computeProgramFigures(*one, makeEvaluationSet(*one), scores);
  EXPECT_NEAR(figures.model.slowdown1, 1000. / 600 - 1, 1e-12);
  EXPECT_EQ(figures.model.slowdown100, 0);
  EXPECT_NEAR(figures.model.tau, -1, 1e-12);
}

TEST_F(EvaluateTest, TheAnalyticalModelRejectsTiles) {
  const auto one = program({0, 2, 4}, {10, 20, 30});
  data::MeasuredProgram kernel = *one;
  kernel.opened.tiles.emplace();
  EXPECT_FALSE(scoresOf(Ranker{}, kernel, {}));
  EXPECT_EQ(scoresOf(Ranker{}, *one, one->measured())->size(), 3u);
}

}  // namespace
}  // namespace hlorank::evaluate
