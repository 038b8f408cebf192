// Tests networks that predict run times of Halide schedules. The order of files must not matter, the times of stages
// and the overhead must add up to the run time, and training must learn.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "native/evaluate/figures.h"
#include "native/model/model.h"
#include "native/model/torch_scores.h"
#include "native/train/normalisation.h"
#include "native/train/trainer.h"
#include "shared/stages/read.h"
#include "tests/support/suite.h"

namespace hlorank {
namespace {

// Reads the Halide schedules in tests/data/stages, after replacing `from` by `to` in the compile log. `reversed`: reads
// the files in reverse order.
stages::Problem readBlur(const std::string& from = "", const std::string& to = "", bool reversed = false) {
  std::string log = test::readFile(test::testData("stages/blur/compile_log.txt"));
  for (size_t at = 0; !from.empty() && (at = log.find(from, at)) != std::string::npos; at += to.size())
    log.replace(at, from.size(), to);
  std::vector<stages::File> files = {{"compile_log.txt", log}};
  for (const char* name : {"0.sample", "1.sample", "2.sample", "3.sample"})
    files.push_back({name, test::readFile(test::testData(std::string("stages/blur/") + name))});
  if (reversed) std::reverse(files.begin(), files.end());
  return std::move(stages::readFolder("blur", std::move(files))->front());
}

model::Description describe() {
  model::Description description;
  description.join = model::Join::kStages;
  description.tables = 0;
  description.nodeFeatures = int(stages::algorithmColumns(stages::Kind::kHalide).size());
  description.scheduleFeatures = int(stages::scheduleColumns(stages::Kind::kHalide).size());
  description.encoderLayers = 2;
  description.encoderWidth = 12;
  description.headWidth = 8;
  return description;
}

model::ScoringTask taskOf(const stages::Problem& problem, std::vector<uint32_t> selected) {
  model::ScoringTask task{.name = problem.name, .selected = std::move(selected)};
  task.stages = &problem;
  return task;
}

// Returns a network whose weights are not zero.
model::Model makeModel(const stages::Problem& problem, const model::Description& description = describe()) {
  model::Model model{description, model::initialParameters(description, 5), {}, {}};
  train::setNormalisation(model.description, {taskOf(problem, {0, 1, 2, 3})}, model.parameters);
  uint32_t random = 1;
  for (model::Parameter& parameter : model.parameters)
    if (parameter.training != model::Training::kFixed)
      for (float& value : parameter.values)
        value += .1F * (float((random = random * 1664525 + 1013904223) >> 24) / 128 - 1);
  return model;
}

std::vector<float> scoresOf(const model::Model& model, const stages::Problem& problem,
                            std::vector<uint32_t> selected = {0, 1, 2, 3}) {
  const auto scores = model::scoreConfigurations(model, taskOf(problem, std::move(selected)));
  EXPECT_TRUE(scores);
  return scores ? *scores : std::vector<float>();
}

TEST(StageNetwork, doesNotDependOnNamesOfFunctionsOrTheOrderOfFiles) {
  const stages::Problem problem = readBlur();
  const model::Model model = makeModel(problem);
  EXPECT_EQ(scoresOf(model, problem), scoresOf(model, readBlur("relu", "zzz$4")));
  EXPECT_EQ(scoresOf(model, problem), scoresOf(model, readBlur("", "", /*reversed=*/true)));
}

TEST(StageNetwork, doesNotDependOnTheOrderOfSchedules) {
  const stages::Problem problem = readBlur();
  const model::Model model = makeModel(problem);
  const auto forward = scoresOf(model, problem), backward = scoresOf(model, problem, {3, 2, 1, 0});
  for (size_t c = 0; c < 4; ++c) EXPECT_NEAR(forward[c], backward[3 - c], 1e-5);
}

TEST(StageNetwork, scoresSeveralProgramsTogetherAsEachAlone) {
  const stages::Problem one = readBlur(), other = readBlur("Edge: conv -> relu", "Edge: conv -> soft");
  const model::Model model = makeModel(one);
  const model::NamedTensors weights = model::toTorch(model.parameters, /*learning=*/false);
  const model::TorchScores first(model.description, taskOf(one, {3, 0, 1})),
      second(model.description, taskOf(other, {2, 1}));
  const at::Tensor reversed = at::arange(2, -1, -1, at::kLong), all = at::arange(2, at::kLong);
  const at::Tensor together = model::TorchScores::stageTrainingScores(weights, {&first, &second}, {reversed, all});
  EXPECT_TRUE(
      together.equal(at::cat({first.trainingScores(weights, reversed, 0), second.trainingScores(weights, all, 0)})));
}

TEST(StageNetwork, readsTheEdges) {
  const stages::Problem problem = readBlur();
  const model::Model model = makeModel(problem);
  EXPECT_NE(scoresOf(model, problem), scoresOf(model, readBlur("Edge: conv -> relu", "Edge: conv -> soft")));
}

TEST(StageNetwork, doesNotReadTheEdgesWithoutStageEdges) {
  const stages::Problem problem = readBlur();
  model::Description description = describe();
  description.stageEdges = 0;
  const model::Model model = makeModel(problem, description);
  EXPECT_EQ(scoresOf(model, problem), scoresOf(model, readBlur("Edge: conv -> relu", "Edge: conv -> soft")));
}

TEST(StageNetwork, timesOfStagesAndOverheadAddUpToTheRunTime) {
  const stages::Problem problem = readBlur();
  const model::Model model = makeModel(problem);
  const std::vector<uint32_t> selected = {0, 2};
  const auto out = model::runNetwork(model, model::stageTensors(problem, selected));
  ASSERT_TRUE(out);
  ASSERT_EQ(out->times.size(), 2 * problem.stageCount());
  for (size_t c = 0; c < 2; ++c) {
    double sum = 0;
    for (size_t stage = 0; stage < problem.stageCount(); ++stage)
      sum += std::exp(double(out->times[c * problem.stageCount() + stage]));
    const double all = std::exp(double(out->scores[c]));
    EXPECT_LT(sum, all);
    EXPECT_GT(sum, .9 * all);
  }
}

TEST(StageNetwork, learnsRunTimesAndTheSameBitsFromTheSameSeed) {
  stages::Problem problem = readBlur();
  problem.runtimes = {1, 1, 4, 9};
  const std::vector<train::Example> examples = {taskOf(problem, {0, 1, 2, 3})};
  train::Recipe recipe;
  recipe.loss = train::Loss::kRunTime;
  recipe.dropout = 0;
  recipe.epochs = 200;
  const auto trained = [&] {
    train::State state = train::startState(model::initialParameters(describe(), 1));
    train::setNormalisation(describe(), examples, state.parameters);
    train::Trainer trainer(describe(), recipe, examples, {});
    EXPECT_EQ(trainer.train(state, [](const train::Progress&) { return true; }), train::Outcome::kFinished);
    return scoresOf({describe(), state.parameters, {}, {}}, problem);
  };
  const auto first = trained(), second = trained();
  EXPECT_EQ(first, second);
  for (size_t c = 0; c < 4; ++c) EXPECT_NEAR(std::exp(double(first[c])) / problem.runtimes[c], 1, .1) << c;
}

TEST(StageNetwork, learnsFromTheProgramsOfAStepTogetherAsFromEachAlone) {
  stages::Problem one = readBlur(), other = readBlur("Edge: conv -> relu", "Edge: conv -> soft");
  one.name = "one";
  other.name = "other";
  const std::vector<train::Example> examples = {taskOf(one, {0, 1, 2, 3}), taskOf(other, {2, 0, 1})};
  const auto trained = [&](std::vector<float> timesOfOne, std::vector<float> timesOfOther, double dropout) {
    one.runtimes.assign(timesOfOne.begin(), timesOfOne.end());
    other.runtimes.assign(timesOfOther.begin(), timesOfOther.end());
    train::Recipe recipe;
    recipe.loss = train::Loss::kRunTime;
    recipe.dropout = dropout;
    recipe.epochs = 2;
    recipe.rate = .01;
    train::State state = train::startState(model::initialParameters(describe(), 1));
    train::Trainer trainer(describe(), recipe, examples, {});
    EXPECT_EQ(trainer.train(state, [](const train::Progress&) { return true; }), train::Outcome::kFinished);
    const model::Model model{describe(), state.parameters, {}, {}};
    std::vector<float> scores = scoresOf(model, one);
    for (const float score : scoresOf(model, other, {2, 0, 1})) scores.push_back(score);
    return at::tensor(scores);
  };
  const std::vector<float> first = {1, 1, 4, 9}, second = {700, 200, 3000, 500};
  const at::Tensor together = trained(first, second, 0);
  // With dropout, the programs run one after the other. This dropout drops nothing.
  EXPECT_LT((together - trained(first, second, 1e-12)).abs().max().item<float>(), 1e-3);
  EXPECT_GT((together - trained(second, first, 0)).abs().max().item<float>(), 1e-2);
}

TEST(StageErrors, areRelativeToTheMeasuredTime) {
  evaluate::Figures figures;
  const std::vector<float> scores = {std::log(1.1F), std::log(2.F), std::log(3.F)};
  const std::vector<double> times = {1, 2, 4};
  evaluate::addErrors(scores, times, figures);
  EXPECT_NEAR(figures.medianError, .1, 1e-6);
  EXPECT_NEAR(figures.meanError, (.1 + .25) / 3, 1e-6);
  EXPECT_NEAR(figures.largestError, .25, 1e-6);
  EXPECT_EQ(figures.distinctAccuracy, 1);
}

}  // namespace
}  // namespace hlorank
