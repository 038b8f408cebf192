// Tests how measured times of compiled instructions are assigned to simulated loops, and that a network learns from
// them.
#include "native/model/loop_times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "native/data/caches.h"
#include "native/data/program_file.h"
#include "native/model/model.h"
#include "native/model/torch_network.h"
#include "native/train/defaults.h"
#include "native/train/losses.h"
#include "native/train/normalisation.h"
#include "native/train/run_data.h"
#include "native/train/trainer.h"
#include "shared/hlo/read.h"
#include "shared/model/loop_prices.h"
#include "shared/simulation/signature.h"
#include "shared/simulation/simulator.h"
#include "tests/support/folder.h"
#include "tests/support/suite.h"

namespace hlorank {
namespace {

using configs::InstructionTime;

std::string layouts(const std::string& name) {
  return std::string(HLORANK_ROOT) + "/data/layouts/" + name;
}

// A program with configurations, without measured times of instructions.
session::Opened gatedRecurrentUnit() {
  std::string place;
  auto programs = data::load({layouts("test/gru_scan_columns.npz")}, &place);
  EXPECT_TRUE(programs) << place;
  session::Opened opened = (*programs)[0]->opened;
  opened.instructionTimes.clear();
  return opened;
}

// Returns a time for each loop nest of a configuration: 100 ns for the first, 101 ns for the second, …
std::vector<InstructionTime> timesOfNests(const configs::Problem& problem, uint32_t configuration) {
  simulation::Simulator simulator(*problem.module, problem.program, problem.configurations);
  std::vector<simulation::Loop> loops;
  simulator.simulate(problem.configurations.choice(configuration), loops);
  std::vector<InstructionTime> times;
  for (const simulation::SignedNest& nest : simulator.nests())
    times.push_back({configuration, "", nest.signature, float(nest.trips), 100 + float(times.size())});
  return times;
}

// Returns the total time of the instructions whose signature is known.
double totalOf(const std::vector<InstructionTime>& times) {
  double total = 0;
  for (const InstructionTime& time : times) total += time.signature.empty() ? 0 : double(time.nanoseconds);
  return total;
}
double totalOf(const model::LoopTimes& times) {
  return std::accumulate(times.nanoseconds.begin(), times.nanoseconds.end(), 0.);
}

TEST(LoopTimes, AreThoseOfTheNestsWithTheSameSignature) {
  session::Opened problem = gatedRecurrentUnit();
  problem.instructionTimes = timesOfNests(problem, 0);
  const model::LoopTimes times = model::matchLoopTimes(problem);
  EXPECT_FALSE(times.empty());
  EXPECT_NEAR(totalOf(times), totalOf(problem.instructionTimes), 1);
}

TEST(LoopTimes, IgnoreHowABitcastSplitsTheSizes) {
  session::Opened problem = gatedRecurrentUnit();
  problem.instructionTimes = timesOfNests(problem, 0);
  const double total = totalOf(model::matchLoopTimes(problem));
  for (InstructionTime& time : problem.instructionTimes)
    if (!time.signature.empty() && time.signature != simulation::kProductSignature) time.signature += ",1";
  EXPECT_NEAR(totalOf(model::matchLoopTimes(problem)), total, 1);
}

TEST(LoopTimes, LeaveOutNestsThatRunAnotherNumberOfTimes) {
  session::Opened problem = gatedRecurrentUnit();
  problem.instructionTimes = timesOfNests(problem, 0);
  for (InstructionTime& time : problem.instructionTimes) time.executions += 1;
  for (const float weight : std::get<std::vector<float>>(model::matchLoopTimes(problem).inputs[3].data))
    EXPECT_EQ(weight, 0) << "only dots and convolutions remain, which have no accesses";
}

TEST(LoopTimes, DoNotDependOnTheOrderOfConfigurations) {
  session::Opened problem = gatedRecurrentUnit();
  for (const uint32_t c : {0u, 3u, 5u})
    for (InstructionTime& time : timesOfNests(problem, c)) problem.instructionTimes.push_back(time);
  const model::LoopTimes before = model::matchLoopTimes(problem);
  // Exchanges configurations 0 and 5.
  std::vector<uint8_t>& choices = problem.configurations.choices;
  const auto width = std::ptrdiff_t(problem.configurations.table.slots.size());
  std::swap_ranges(choices.begin(), choices.begin() + width, choices.begin() + 5 * width);
  for (InstructionTime& time : problem.instructionTimes)
    if (time.configuration != 3) time.configuration = 5 - time.configuration;
  std::reverse(problem.instructionTimes.begin(), problem.instructionTimes.end());
  const model::LoopTimes after = model::matchLoopTimes(problem);
  EXPECT_EQ(before.nanoseconds, after.nanoseconds);
  for (size_t i = 0; i < before.inputs.size(); ++i) EXPECT_EQ(before.inputs[i].data, after.inputs[i].data);
}

// The simulation must find most of what XLA:CPU runs, or its prices are learned from little.
TEST(LoopTimes, CoverMostOfTheMeasuredTimeOfLoops) {
  std::string place;
  const auto programs = data::load({layouts("test")}, &place);
  ASSERT_TRUE(programs) << place;
  double loops = 0, covered = 0;
  size_t timed = 0;
  for (const auto& program : *programs) {
    configs::Problem problem = program->opened;
    timed += !problem.instructionTimes.empty();
    // Of the program layouts only, because equal loops of several configurations count once. Without dots.
    std::erase_if(problem.instructionTimes, [](const InstructionTime& time) {
      return time.configuration != 0 || time.signature == simulation::kProductSignature;
    });
    loops += totalOf(problem.instructionTimes);
    covered += totalOf(model::matchLoopTimes(problem));
  }
  std::printf("%zu of %zu programs have times; simulated loops cover %.3f of the time of loops\n", timed,
              programs->size(), covered / loops);
  EXPECT_GE(timed, programs->size() * 9 / 10);
  EXPECT_GE(covered, .7 * loops);
}

// The programs in a file or folder, and the options to train the form `simulated` on them.
struct Training {
  explicit Training(const std::string& path) {
    std::string place;
    options.data = {path};
    EXPECT_TRUE(data.load(options, &place)) << place;
    options = train::presetOptions("simulated", train::surveyData(data.programs()));
  }
  train::RunData data;
  train::RunOptions options;
};

TEST(LoopTimes, TeachTheNetworkTheTimeOfALoop) {
  Training training(layouts("test"));
  train::RunData& data = training.data;
  train::RunOptions& options = training.options;
  options.steps = 0;
  options.recipe.epochs = 10;
  options.description.members = 1;
  ASSERT_TRUE(data.prepare(options));
  std::vector<train::Part> parts;
  for (uint32_t program = 0; program < data.programs().size(); ++program)
    parts.push_back({program, data.programs()[program]->measured()});
  const std::vector<train::Example> examples = data.examples(parts);
  model::Parameters start = model::initialParameters(options.description, 1);
  train::setNormalisation(options.description, examples, start);

  // Returns the median factor between predicted and measured time of the groups of loops.
  const auto error = [&](const model::Parameters& parameters) {
    const model::NamedTensors weights = model::toTorch(parameters, /*learning=*/false);
    std::vector<double> errors;
    for (const train::Example& example : examples) {
      if (!example.loopTimes) continue;
      const at::Tensor scores =
          *model::forward(options.description, weights, model::toTorch(example.loopTimes->inputs), 0).scores;
      const at::Tensor logTimes = scores / (at::exp(weights.at("temperature")) * model::kLoopScoreUnit);
      for (int64_t i = 0; i < logTimes.size(0); ++i)
        errors.push_back(
            std::abs(logTimes[i].item<double>() - std::log1p(double(example.loopTimes->nanoseconds[size_t(i)]))));
    }
    std::nth_element(errors.begin(), errors.begin() + std::ptrdiff_t(errors.size() / 2), errors.end());
    return std::exp(errors[errors.size() / 2]);
  };
  const auto trained = [&](double share) {
    options.recipe.loopTimes = share;
    train::State state = train::startState(start);
    train::Trainer(options.description, options.recipe, examples, {}).train(state, [](const auto&) { return true; });
    return error(state.result());
  };
  const double with = trained(1), without = trained(0);
  std::printf("median factor between predicted and measured times of loops: %.2f (without times %.1f)\n", with,
              without);
  EXPECT_LT(with, 1.6);
  EXPECT_GT(without, 1.5 * with);
}

TEST(LoopTimes, OfASingleProgramAreNotLearnedBecauseSomeOfItsConfigurationsAreHeldOut) {
  Training training(layouts("test/gru_scan_columns.npz"));
  train::RunData& data = training.data;
  train::RunOptions& options = training.options;
  ASSERT_FALSE(data.programs()[0]->opened.instructionTimes.empty());
  ASSERT_TRUE(data.prepare(options));
  EXPECT_EQ(data.problem({0, data.programs()[0]->measured()}).loopTimes, nullptr);
}

TEST(SimulatedForm, LearnsForTheCachesOfTheMachineThatMeasured) {
  const test::Folder folder;
  for (const char* end : {".npz", ".hlo.txt.gz"})
    std::filesystem::copy(layouts("test/gru_scan_columns") + end, folder / ("gru_scan_columns" + std::string(end)));
  const auto prepare = [&](Training& training) { return training.data.prepare(training.options); };
  Training without(folder / "gru_scan_columns.npz");
  ASSERT_TRUE(prepare(without));
  EXPECT_EQ(without.options.description.caches, simulation::Caches());
  EXPECT_EQ(*data::readCaches(folder / "gru_scan_columns.npz"), std::nullopt);

  std::ofstream(folder / "store.json") << R"({"machine":{"caches":{"level2KiB":512,"level1Ways":8}}})";
  Training with(folder / "gru_scan_columns.npz");
  ASSERT_TRUE(prepare(with));
  EXPECT_EQ(with.options.description.caches, (simulation::Caches{.level2KiB = 512, .level1Ways = 8}));
  EXPECT_EQ(with.options.description.rules().caches, with.options.description.caches);
  const auto read = model::descriptionFromJson(model::toJson(with.options.description));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->caches, with.options.description.caches);

  std::ofstream(folder / "store.json") << R"({"machine":{"caches":{"level1Ways":0}}})";
  Training wrong(folder / "gru_scan_columns.npz");
  const auto refused = prepare(wrong);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("level1Ways"), std::string::npos) << refused.error().message;
  EXPECT_NE(refused.error().message.find("store.json"), std::string::npos) << refused.error().message;
}

TEST(LoopTimes, LossIsAWeightedHuberLossOfLogarithms) {
  const auto loss = [](float logPredicted, float nanoseconds) {
    return train::loopTimeLoss(at::tensor({logPredicted}), at::tensor({nanoseconds})).item<float>();
  };
  EXPECT_NEAR(loss(std::log1p(1000.F), 1000), 0, 1e-6);
  EXPECT_NEAR(loss(std::log1p(1000.F) + .2F, 1000), .5 * .2 * .2 / .3, 1e-5);
  EXPECT_NEAR(loss(std::log1p(1000.F) - 1, 1000), 1 - .5 * .3, 1e-5);
  // The weights of 5 and 20 µs are 1 and 2; only the second is wrong, by .2.
  const auto both =
      train::loopTimeLoss(at::log1p(at::tensor({5e3F, 20e3F})) + at::tensor({0.F, .2F}), at::tensor({5e3F, 20e3F}));
  EXPECT_NEAR(both.item<float>(), 2. / 3 * .5 * .2 * .2 / .3, 1e-5);
}

}  // namespace
}  // namespace hlorank
