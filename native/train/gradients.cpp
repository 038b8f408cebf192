#include "native/train/gradients.h"

#include <cmath>
#include <random>

#include "native/train/all_reduce.h"
#include "shared/model/loop_prices.h"

namespace hlorank::train {
namespace {

// Returns the indices (int64) of the configurations of a program that a step uses: all, or a random sample of
// recipe.configurations. Seeds LibTorch's default generator, which the forward pass then continues to use (dropout,
// graph segments).
at::Tensor sampleConfigurations(const Recipe& recipe, const Prepared& program, uint64_t seed) {
  at::manual_seed(seed);
  const int64_t count = program.scores.count();
  return (count > recipe.configurations ? at::randperm(count).narrow(0, 0, recipe.configurations)
                                        : at::arange(count, at::kLong))
      .to(recipe.device);
}

// Forward pass: returns the loss, a scalar, of one program on the configurations with the indices `sampled` (int64).
// Updates the program's cached embeddings. `headOnly`: train only the scoring head, if the graph is divided into
// segments.
at::Tensor forwardLoss(const Recipe& recipe, const model::Description& description, const model::NamedTensors& weights,
                       Prepared& program, const at::Tensor& sampled, bool headOnly) {
  const at::Tensor scores =
      program.scores.hasSegments()
          ? program.scores.segmentTrainingScores(weights, sampled, recipe.dropout, headOnly, program.cachedEmbeddings)
          : program.scores.trainingScores(weights, sampled, recipe.dropout);
  const at::Tensor loss = computeLoss(recipe, description, scores, program.times.index_select(0, sampled));
  if (!program.loopTimes.defined()) return loss;
  // A loop network predicts the logarithm of a time, times a factor.
  const at::Tensor groups = *model::forward(description, weights, program.loopGroups, recipe.dropout).scores;
  const at::Tensor factor = at::exp(weights.at("temperature")) * model::kLoopScoreUnit;
  return loss + recipe.loopTimes * loopTimeLoss(groups / factor, program.loopTimes);
}

// Forward pass: returns the sum of the losses of several programs, by one pass of a stage network. One pass per program
// would take longer, because stage graphs are small and LibTorch has a cost per operation. Without dropout, whose
// random numbers must not depend on which programs a process has.
at::Tensor stageLoss(const Recipe& recipe, const model::Description& description, const model::NamedTensors& weights,
                     const std::vector<const Prepared*>& programs, const std::vector<at::Tensor>& sampled) {
  std::vector<const model::TorchScores*> scorers;
  std::vector<int64_t> counts;
  for (size_t i = 0; i < programs.size(); ++i) {
    scorers.push_back(&programs[i]->scores);
    counts.push_back(sampled[i].size(0));
  }
  const std::vector<at::Tensor> scores =
      model::TorchScores::stageTrainingScores(weights, scorers, sampled).split_with_sizes(counts);
  at::Tensor sum;
  for (size_t i = 0; i < programs.size(); ++i) {
    const at::Tensor times = programs[i]->times.index_select(0, sampled[i]);
    const at::Tensor loss = computeLoss(recipe, description, scores[i], times);
    sum = sum.defined() ? sum + loss : loss;
  }
  return sum;
}

// The cached embeddings of one program that a step changed, to be copied to all processes.
struct CacheUpdate {
  // Float tensors with the shapes in model::CachedEmbeddings. Undefined if another process computed them.
  at::Tensor pooled, known;
  // Shape of `pooled`: sampled configurations, segments, pooledWidth.
  std::vector<int64_t> shape;
};
CacheUpdate cacheUpdateOf(const Prepared& program, const at::Tensor& sampled, bool isMine) {
  const model::CachedEmbeddings& all = program.cachedEmbeddings;
  CacheUpdate update{{}, {}, {sampled.size(0), all.pooled.size(1), all.pooled.size(2)}};
  if (isMine) {
    update.pooled = all.pooled.index_select(0, sampled);
    update.known = all.known.index_select(0, sampled).to(at::kFloat);
  }
  return update;
}

}  // namespace

uint64_t deriveSeed(uint64_t seed, uint64_t purpose, uint64_t number) {
  std::seed_seq sequence{uint32_t(seed), uint32_t(seed >> 32), uint32_t(purpose), uint32_t(number),
                         uint32_t(number >> 32)};
  uint32_t words[2];
  sequence.generate(words, words + 2);
  return uint64_t(words[0]) << 32 | words[1];
}

at::Tensor computeLoss(const Recipe& recipe, const model::Description& description, const at::Tensor& scores,
                       const at::Tensor& times) {
  switch (recipe.loss) {
    case Loss::kHinge:
      return pairwiseHinge(scores, times, recipe.margin);
    case Loss::kListMle:
      return listMle(scores, times);
    case Loss::kRunTime:
      return runTimeLoss(scores, times, recipe.margin);
    case Loss::kSquaredError:
      break;
  }
  // Score difference that corresponds to a factor e in run time. The analytical cost is a fraction of the run time, and
  // a score is `gain` times the cost. The signed-log scale multiplies scores by another factor of 20.
  const double unit = description.gain * (description.scale == model::Scale::kSignedLog ? model::kSignedLogFactor : 1);
  return squaredError(scores, times, unit);
}

Gradients computeGradients(const Recipe& recipe, const model::Description& description,
                           const model::Parameters& parameters, const model::NamedTensors& weights,
                           std::vector<Prepared>& programs, const std::vector<size_t>& batch, bool headOnly,
                           uint64_t seed, bool stopRequested, const ProcessGroup& processes) {
  Gradients gradients{.stopRequests = stopRequested ? 1.0 : 0.0};
  // For each program of the batch, indices (int64) of the sampled configurations.
  std::vector<at::Tensor> sampled(batch.size());
  const auto add = [&](const at::Tensor& sumOfLosses) {
    const at::Tensor loss = sumOfLosses * (1 / double(batch.size()));
    gradients.loss += loss.item<double>();
    if (loss.requires_grad()) loss.backward();  // adds to the gradients of the weights
  };
  std::vector<const Prepared*> stagePrograms;
  std::vector<at::Tensor> sampledOfStages;
  for (size_t i = 0; i < batch.size(); ++i) {
    Prepared& program = programs[batch[i]];
    sampled[i] = sampleConfigurations(recipe, program, deriveSeed(seed, kProgram, i));
    if (!processes.isMine(i)) continue;
    if (program.scores.hasStages() && recipe.dropout == 0) {
      stagePrograms.push_back(&program);
      sampledOfStages.push_back(sampled[i]);
    } else {
      add(forwardLoss(recipe, description, weights, program, sampled[i], headOnly));
    }
  }
  if (!stagePrograms.empty()) add(stageLoss(recipe, description, weights, stagePrograms, sampledOfStages));
  for (const model::Parameter& parameter : parameters) {
    const at::Tensor& weight = weights.at(parameter.name);
    gradients.values.push_back(weight.grad());
    if (weight.grad().defined()) weight.mutable_grad() = at::Tensor();
  }

  AllReduce allReduce(processes);
  allReduce.add(gradients.loss);
  allReduce.add(gradients.stopRequests);
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].training != model::Training::kFixed) allReduce.add(gradients.values[i], parameters[i].shape);
  std::vector<CacheUpdate> updates(processes.world > 1 ? batch.size() : 0);
  for (size_t i = 0; i < updates.size(); ++i) {
    if (!programs[batch[i]].scores.hasSegments()) continue;
    CacheUpdate& update = updates[i] = cacheUpdateOf(programs[batch[i]], sampled[i], processes.isMine(i));
    allReduce.add(update.pooled, update.shape);
    allReduce.add(update.known, {update.shape[0], update.shape[1]});
  }
  allReduce.finish();
  for (size_t i = 0; i < updates.size(); ++i) {
    if (!programs[batch[i]].scores.hasSegments()) continue;
    model::CachedEmbeddings& all = programs[batch[i]].cachedEmbeddings;
    all.pooled.index_copy_(0, sampled[i], updates[i].pooled);
    all.known.index_copy_(0, sampled[i], updates[i].known.to(at::kByte));
  }

  double squares = 0;
  for (const at::Tensor& gradient : gradients.values)
    if (gradient.defined()) squares += gradient.square().sum().item<double>();
  gradients.norm = std::sqrt(squares);
  return gradients;
}

}  // namespace hlorank::train
