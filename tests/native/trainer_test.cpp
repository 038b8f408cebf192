// Tests losses against values computed by hand, and properties of training: reproducible bits, early stopping,
// resuming.
#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <cmath>

#include "native/model/model.h"
#include "native/model/parameters.h"
#include "native/model/torch_scores.h"
#include "native/train/adamw.h"
#include "native/train/losses.h"
#include "native/train/normalisation.h"
#include "native/train/trainer.h"
#include "shared/model/score.h"
#include "tests/native/synthetic.h"

namespace hlorank {
namespace {

using test::analyticalTime;
using test::makeSynthetic;
using test::Synthetic;
using test::syntheticDescription;

at::Tensor floats(std::vector<float> values) {
  return at::tensor(values);
}
at::Tensor doubles(std::vector<double> values) {
  return at::tensor(values, at::TensorOptions().dtype(at::kDouble));
}

TEST(Losses, hingeIgnoresPairsWithinTheMargin) {
  // Expected: .25, the mean over two pairs (slower, faster time). Pair (200, 100): 1 − (3 − 1) < 0 counts as 0. Pair
  // (200, 101): 1 − (3 − 2.5) = .5. The times 100 and 101 differ by 1 %, which is within the margin, so this pair is
  // ignored.
  const auto loss = train::pairwiseHinge(floats({1, 2.5, 3}), doubles({100, 101, 200}), .02);
  EXPECT_NEAR(loss.item<float>(), .25, 1e-6);
  // Without a margin the pair (101, 100) counts too: 1 − (2.5 − 1) < 0 counts as 0. Expected: .5 / 3, the mean over
  // three pairs.
  EXPECT_NEAR(train::pairwiseHinge(floats({1, 2.5, 3}), doubles({100, 101, 200}), 0).item<float>(), .5 / 3, 1e-6);
}

TEST(Losses, hingeOfEqualTimesIsZero) {
  EXPECT_EQ(train::pairwiseHinge(floats({1, 2}), doubles({5, 5}), .02).item<float>(), 0);
}

TEST(Losses, listMleIsTheLogLikelihoodOfTheOrder) {
  // By run time, fastest first, the scores are 1, 0, 2. Expected: −log of e⁻¹/(e⁻¹+1+e⁻²) · 1/(1+e⁻²), divided by 3.
  const double e1 = std::exp(-1.0), e2 = std::exp(-2.0);
  const double expected = -(std::log(e1 / (e1 + 1 + e2)) + std::log(1 / (1 + e2))) / 3;
  EXPECT_NEAR(train::listMle(floats({0, 1, 2}), doubles({20, 10, 30})).item<float>(), expected, 1e-6);
}

TEST(Losses, runTimeLossIsQuadraticForSmallErrorsThenLinearAndAddsPairs) {
  // One configuration: Huber loss of the error in log time, .5 · error² · 5 up to .1, beyond it with slope .5.
  const auto lossOf = [](float error) { return train::runTimeLoss(floats({error}), doubles({1}), 0).item<float>(); };
  EXPECT_NEAR(lossOf(.05F), .5 * .05 * .05 * 5, 1e-6);
  EXPECT_NEAR(lossOf(-.1F), .5 * .1 * .1 * 5, 1e-6);
  EXPECT_NEAR(lossOf(1) - lossOf(.9F), .05, 1e-6);
  // Two configurations with right times, but the slower one is e times as slow: no loss. Equal scores in the middle:
  // both errors are .5, and the pair adds .3 · (.2 − 0) / .2.
  const auto times = doubles({1, std::exp(1.0)});
  EXPECT_NEAR(train::runTimeLoss(floats({0, 1}), times, 0).item<float>(), 0, 1e-6);
  EXPECT_NEAR(train::runTimeLoss(floats({.5, .5}), times, 0).item<float>(), lossOf(.5F) + .3, 1e-6);
}

TEST(Losses, squaredErrorOfLogTimeIgnoresAConstant) {
  // Relative to their mean, the scores 0 and 2 are −1 and 1. Relative to their mean, the logarithms of the times 1 and
  // e are −.5 and .5. The score unit 1 leaves an error of .5 for both, so the expected loss is .5² = .25.
  const auto loss = train::squaredError(floats({0, 2}), doubles({1, std::exp(1.0)}), 1);
  EXPECT_NEAR(loss.item<float>(), .25, 1e-6);
  EXPECT_NEAR(train::squaredError(floats({0, 20}), doubles({3, 3 * std::exp(1.0)}), 20).item<float>(), 0, 1e-6);
}

TEST(AdamW, firstStepsFollowTheAlgorithmOfThePaper) {
  at::Tensor weight = floats({1}), first = floats({0}), second = floats({0});
  train::AdamW{.1, 1}.update(weight, floats({.5}), first, second, .01);
  // Weight decay multiplies by 1 − .1·.01 = .999. In the first step the corrected moments are g and g², so the weight
  // moves by the learning rate .1.
  EXPECT_NEAR(weight.item<float>(), .999 - .1, 1e-6);
  train::AdamW{.1, 2}.update(weight, floats({-.5}), first, second, .01);
  // Second step: the first moment is .9·.05 − .05 = −.005, corrected by dividing by 1 − .81. The second moment
  // .999·.00025 + .00025, corrected by dividing by 1 − .998001, is g².
  EXPECT_NEAR(weight.item<float>(), .899 * .999 + .1 * (.005 / .19) / .5, 1e-6);
}

// Returns a run time that exceeds the analytical cost for layouts with a large first feature, so that training can
// learn something.
double learnableTime(const Synthetic& s, std::span<const uint8_t> choice) {
  const auto& features = std::get<std::vector<float>>(s.inputs[1].data);
  double share = 1;
  for (size_t slot = 0; slot < choice.size(); ++slot) {
    const uint32_t row = s.configurations.table.rowBegin[slot] + choice[slot];
    const auto& term = s.analytical.terms[row];
    share += .01 * (term[0] * std::exp(2 * features[row * test::kSyntheticSlotFeatures] - 1) + term[1] + term[2]);
  }
  return 1e6 * share;
}

struct Trained {
  train::Outcome outcome;
  train::State state;
};

class Trainer : public testing::Test {
 protected:
  Trainer() {
    train::prepareLibTorch(1);
    for (uint32_t seed = 0; seed < 6; ++seed) programs.push_back(makeSynthetic(10, 40, 10 + seed, learnableTime));
    for (const Synthetic& program : programs) examples.push_back(program.example());
    recipe.epochs = 4;
    recipe.batch = 4;
    recipe.configurations = 32;
  }

  train::State start(uint64_t seed) const {
    train::State state = train::startState(model::initialParameters(description, seed));
    train::setNormalisation(description, examples, state.parameters);
    return state;
  }
  Trained trained(uint64_t seed) const {
    train::Recipe seeded = recipe;
    seeded.seed = seed;
    train::State state = start(seed);
    const auto outcome =
        train::Trainer(description, seeded, examples, {}).train(state, [](const train::Progress&) { return true; });
    return {outcome, std::move(state)};
  }
  static void expectSameBits(const train::State& a, const train::State& b) {
    ASSERT_EQ(a.parameters.size(), b.parameters.size());
    for (size_t i = 0; i < a.parameters.size(); ++i)
      EXPECT_EQ(a.parameters[i].values, b.parameters[i].values) << a.parameters[i].name;
  }

  std::vector<Synthetic> programs;
  std::vector<train::Example> examples;
  train::Recipe recipe;
  model::Description description = syntheticDescription("graph");
};

TEST(TorchScores, haveTheSameBitsWithAndWithoutGradients) {
  const Synthetic program = makeSynthetic(10, 1500, 3, learnableTime);
  model::Description description = syntheticDescription("everything");
  description.members = 1;
  model::Parameters parameters = model::initialParameters(description, 1);
  for (model::Parameter& parameter : parameters)  // many weights are initialised to 0
    if (parameter.training != model::Training::kFixed)
      for (size_t i = 0; i < parameter.values.size(); ++i) parameter.values[i] += .01f * float(i % 7);
  const model::NamedTensors weights = model::toTorch(parameters, /*learning=*/false);
  const model::TorchScores scores(description, program.example());
  const at::Tensor one = scores.trainingScores(weights, {}, 0);
  EXPECT_GT(one.std().item<double>(), 1e-4);
  const at::NoGradGuard noGradients;
  EXPECT_TRUE(at::equal(one, scores.trainingScores(weights, {}, 0)));
}

TEST_F(Trainer, theSameSeedGivesTheSameBits) {
  expectSameBits(trained(7).state, trained(7).state);
  const auto weights = [&](uint64_t seed) {
    const train::State state = trained(seed).state;
    return model::find(state.parameters, "multipliers.weight")->values;
  };
  EXPECT_NE(weights(7), weights(8));
}

TEST_F(Trainer, resumingFromACheckpointAfterEveryStepGivesTheSameBits) {
  train::Recipe seeded = recipe;
  seeded.seed = 7;
  train::State state = start(7);
  int interruptions = 0;
  while (train::Trainer(description, seeded, examples, {}).train(state, [](const train::Progress&) { return false; }) ==
         train::Outcome::kInterrupted) {
    ++interruptions;
    // Writes the training state in the format of a checkpoint and reads it back.
    const auto archive = npz::read(npz::write(train::toArchive(state)));
    ASSERT_TRUE(archive) << archive.error().message;
    auto stored = train::stateFromArchive(description, *archive);
    ASSERT_TRUE(stored) << stored.error().message;
    const model::Parameters kinds = state.parameters;
    state = std::move(*stored);
    for (size_t i = 0; i < kinds.size(); ++i) EXPECT_EQ(state.parameters[i].training, kinds[i].training);
  }
  EXPECT_EQ(interruptions, 4 * 2 - 1);
  expectSameBits(state, trained(7).state);
}

TEST_F(Trainer, callingTrainAgainAfterEveryStepGivesTheSameBits) {
  train::Recipe seeded = recipe;
  seeded.seed = 7;
  train::State state = start(7);
  train::Trainer trainer(description, seeded, examples, {});
  while (trainer.train(state, [](const train::Progress&) { return false; }) == train::Outcome::kInterrupted) {
  }
  expectSameBits(state, trained(7).state);
}

TEST_F(Trainer, divergedTrainingKeepsTheLastFiniteWeights) {
  recipe.rate = 1e30;  // after the first step the weights are so large that products overflow
  const Trained diverged = trained(7);
  EXPECT_EQ(diverged.outcome, train::Outcome::kDiverged);
  EXPECT_EQ(diverged.state.step, 1);
  for (const model::Parameter& parameter : diverged.state.parameters)
    for (float value : parameter.values) EXPECT_TRUE(std::isfinite(value)) << parameter.name;
}

TEST_F(Trainer, learnsCostsThatTheAnalyticalModelLacks) {
  description = syntheticDescription("calibrated");
  recipe.epochs = 60;
  recipe.dropout = 0;
  recipe.rate = 3e-2;
  double first = 0, last = 0;
  train::State state = start(1);
  train::Trainer(description, recipe, examples, {}).train(state, [&](const train::Progress& progress) {
    if (progress.epochDone && progress.epoch == 1) first = progress.loss;
    last = progress.loss;
    return true;
  });
  EXPECT_LT(last, .6 * first);
}

TEST_F(Trainer, stopsEarlyWhenTheValidationLossStopsFalling) {
  // The validation times have the opposite order of the training times. So every epoch makes the validation loss worse,
  // and the first epoch must be the best.
  std::vector<Synthetic> opposite;
  opposite.push_back(makeSynthetic(
      10, 40, 10, [](const Synthetic& s, std::span<const uint8_t> choice) { return 2e6 - learnableTime(s, choice); }));
  recipe.epochs = 50;
  recipe.patience = 3;
  train::State state = start(1);
  int epochs = 0;
  const auto outcome = train::Trainer(description, recipe, examples, {opposite[0].example()})
                           .train(state, [&](const train::Progress& progress) {
                             epochs = progress.epoch;
                             return true;
                           });
  EXPECT_EQ(outcome, train::Outcome::kStoppedEarly);
  EXPECT_EQ(epochs, int(state.bestEpoch) + 1 + 3);
  EXPECT_EQ(&state.result(), &state.best);
}

TEST_F(Trainer, freeTermsFitARareLargeEffectWithoutShrinkage) {
  // A layout of one tensor, in 1 of 30 configurations, doubles the run time. The analytical cost model does not predict
  // this effect, so the fit must learn it.
  const auto time = [](const Synthetic& s, std::span<const uint8_t> choice) {
    return analyticalTime(s, choice) + (choice[3] == 2 ? 1e6 : 0);
  };
  const Synthetic program = makeSynthetic(12, 600, 5, time);
  description = syntheticDescription("calibrated");
  const model::FreeTable free = model::makeFreeTable(program.configurations.table);
  description.freeRows = int64_t(free.rows());
  description.aggregation = model::Aggregation::kSum;
  description.scale = model::Scale::kIdentity;
  recipe.loss = train::Loss::kSquaredError;
  recipe.dropout = 0;
  recipe.rate = .1;
  recipe.epochs = 600;
  recipe.configurations = 1000;
  train::Example example = program.example();
  std::vector<model::Tensor> inputs = program.inputs;
  inputs.push_back(model::freeRowInput(free, program.configurations));
  example.inputs = &inputs;
  examples = {example};
  train::State state = start(1);
  train::Trainer(description, recipe, examples, {}).train(state, [](const train::Progress&) { return true; });

  const model::Model model{description, state.parameters, free, {}};
  auto tables = model::makeTables(model, program.inputs, program.configurations);
  ASSERT_TRUE(tables) << tables.error().message;
  const model::TableScorer scorer(program.configurations, program.analytical, *tables, description.aggregation,
                                  description.scale);
  // A factor e in time is worth 5 in the score, so the layout that doubles the time should cost 5·log 2. The tolerance
  // allows for the part of the time that is not additive.
  std::vector<uint8_t> choice = program.configurations.reference;
  choice[3] = 2;
  const float without = tables->rows[program.configurations.table.rowBegin[3] + 1];
  EXPECT_NEAR(scorer.score(choice), 5 * std::log(2.0), .25);
  EXPECT_EQ(without, 0);
}

TEST(FreeTable, rowsThatAreUnknownToTheTrainedTableHaveNoTerm) {
  const Synthetic known = makeSynthetic(4, 5, 1, analyticalTime), larger = makeSynthetic(6, 5, 1, analyticalTime);
  const model::FreeTable free = model::makeFreeTable(known.configurations.table);
  const auto rows = std::get<std::vector<int64_t>>(model::freeRowInput(free, larger.configurations).data);
  EXPECT_EQ(rows[0], 0);
  EXPECT_EQ(rows[1], 12) << "reference rows have no term";
  EXPECT_EQ(rows[11], 11);
  EXPECT_EQ(rows[12], 12) << "unknown to the trained table";
  const auto read = model::freeTableFromJson(model::toJson(free));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, free);
}

}  // namespace
}  // namespace hlorank
