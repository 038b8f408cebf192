#include "native/train/trainer.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>

#include "native/data/times.h"
#include "native/train/adamw.h"
#include "native/train/all_reduce.h"
#include "native/train/gradients.h"

namespace hlorank::train {
namespace {

// Prepares the programs of the training set (`training` = true) or of the validation set. Only graphs of the training
// set are divided into segments. Leaves out programs with fewer than two configurations.
std::vector<Prepared> prepare(const model::Description& description, const Recipe& recipe,
                              const std::vector<Example>& examples, bool training) {
  std::vector<Prepared> prepared;
  for (const Example& example : examples) {
    if (example.selected.size() < 2) continue;
    const model::Segments segments{training ? recipe.segment : 0, recipe.segmentDropout};
    const std::vector<double> times =
        data::timesOf(example.configurations, example.tiles, example.selected, example.stages);
    prepared.push_back({example.name,
                        model::TorchScores(description, example, recipe.reduced, segments, recipe.device),
                        at::tensor(at::ArrayRef<double>(times), at::kDouble).to(recipe.device),
                        {},
                        {},
                        {}});
    if (training && example.loopTimes && recipe.loopTimes > 0) {
      Prepared& last = prepared.back();
      last.loopGroups = model::toTorch(example.loopTimes->inputs, recipe.device);
      last.loopTimes = at::tensor(at::ArrayRef<float>(example.loopTimes->nanoseconds), at::kFloat).to(recipe.device);
    }
    if (prepared.back().scores.hasSegments())
      prepared.back().cachedEmbeddings = prepared.back().scores.emptyEmbeddings();
  }
  return prepared;
}

// Replaces the cached embeddings in the training state by those of `programs`.
void storeCachedEmbeddings(const std::vector<Prepared>& programs, State& state) {
  state.cachedEmbeddings.clear();
  for (const Prepared& program : programs) {
    if (!program.scores.hasSegments()) continue;
    const auto store = [&](const std::string& name, const at::Tensor& tensor) {
      const at::Tensor values = tensor.to(at::kCPU, at::kFloat).contiguous();
      state.cachedEmbeddings.push_back({name + program.name, tensor.sizes().vec(), {}});
      state.cachedEmbeddings.back().values.assign(values.data_ptr<float>(), values.data_ptr<float>() + values.numel());
    };
    store("pooled/", program.cachedEmbeddings.pooled);
    store("known/", program.cachedEmbeddings.known);
  }
}
// Copies the cached embeddings in the training state to `programs`. Embeddings that are missing or have another shape
// stay unset.
void loadCachedEmbeddings(const State& state, std::vector<Prepared>& programs) {
  for (Prepared& program : programs) {
    if (!program.scores.hasSegments()) continue;
    const auto load = [&](const std::string& name, at::Tensor& tensor) {
      const model::Weight* found = model::find(state.cachedEmbeddings, name + program.name);
      if (found && found->shape == tensor.sizes().vec())
        tensor.copy_(at::tensor(at::ArrayRef<float>(found->values)).view(tensor.sizes()));
    };
    load("pooled/", program.cachedEmbeddings.pooled);
    load("known/", program.cachedEmbeddings.known);
  }
}

// Returns a random permutation of 0 to count − 1. Implements Fisher-Yates, because std::shuffle differs between
// standard libraries.
std::vector<size_t> shuffledIndices(size_t count, uint64_t seed) {
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::mt19937_64 random(seed);
  for (size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

// Returns the indices of the programs of a step (a batch): a slice of the epoch's random permutation of all `programs`.
// The last batch of an epoch may be smaller than recipe.batch.
std::vector<size_t> batchOf(const Recipe& recipe, size_t programs, int64_t epoch, int64_t stepOfEpoch) {
  const std::vector<size_t> order = shuffledIndices(programs, deriveSeed(recipe.seed, kShuffle, uint64_t(epoch)));
  const size_t begin = size_t(stepOfEpoch) * size_t(recipe.batch);
  const size_t end = std::min(begin + size_t(recipe.batch), order.size());
  return {order.begin() + std::ptrdiff_t(begin), order.begin() + std::ptrdiff_t(end)};
}

// Updates the weights and their first and second moments by one AdamW step. If the L2 norm of the gradient exceeds
// recipe.clip, scales the gradient down to that norm first.
void updateWeights(const Recipe& recipe, const model::Parameters& parameters, const Gradients& gradients, double rate,
                   int64_t step, model::NamedTensors& weights, model::NamedTensors& first,
                   model::NamedTensors& second) {
  const at::NoGradGuard noGradients;
  const double clip = gradients.norm > recipe.clip ? recipe.clip / gradients.norm : 1;
  const AdamW adamW{rate, step};
  for (size_t i = 0; i < parameters.size(); ++i) {
    const model::Parameter& parameter = parameters[i];
    if (!gradients.values[i].defined()) continue;
    adamW.update(weights.at(parameter.name), gradients.values[i] * clip, first.at(parameter.name),
                 second.at(parameter.name), parameter.training == model::Training::kDecayed ? recipe.decay : 0);
  }
}

// Most configurations of a program that validation scores: kValidatedTables with a layout table (a cost per tensor and
// layout), kValidatedJoined with a network that runs for every configuration.
constexpr int64_t kValidatedTables = 4096, kValidatedJoined = 1024;

// Returns the mean loss over the validation programs. Each process scores some of them.
double validate(const Recipe& recipe, const model::Description& description, const model::NamedTensors& weights,
                const std::vector<Prepared>& validation, const ProcessGroup& processes) {
  const int64_t bound = description.join == model::Join::kTables ? kValidatedTables : kValidatedJoined;
  double sum = 0;  // sum of the losses
  for (size_t i = 0; i < validation.size(); ++i) {
    if (!processes.isMine(i)) continue;
    const Prepared& program = validation[i];
    const int64_t most = std::min(program.scores.count(), bound);
    const at::Tensor scores = program.scores.inferenceScores(weights, at::arange(most, at::kLong));
    sum += computeLoss(recipe, description, scores, program.times.narrow(0, 0, most)).item<double>();
  }
  AllReduce allReduce(processes);
  allReduce.add(sum);
  allReduce.finish(Wait::kLong);
  return sum / double(validation.size());
}

void copyValues(const model::NamedTensors& tensors, model::Parameters& parameters) {
  for (model::Parameter& parameter : parameters) {
    const at::Tensor tensor = tensors.at(parameter.name).to(at::kCPU);
    parameter.values.assign(tensor.data_ptr<float>(), tensor.data_ptr<float>() + tensor.numel());
  }
}

// Copies the weights of epoch `epoch` to state.best if the validation loss of this epoch is the lowest so far.
void keepBest(double validationLoss, int64_t epoch, const model::NamedTensors& weights, State& state) {
  if (state.bestEpoch >= 0 && !(validationLoss < state.bestLoss)) return;
  state.bestLoss = validationLoss;
  state.bestEpoch = epoch;
  state.best = state.parameters;
  copyValues(weights, state.best);
}

}  // namespace

bool canLearnFrom(const Recipe& recipe, const Example& example) {
  if (example.selected.size() < 2) return false;
  if (recipe.loss != Loss::kHinge) return true;
  const std::vector<double> times =
      data::timesOf(example.configurations, example.tiles, example.selected, example.stages);
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  return *most > (1 + recipe.margin) * *least;
}

struct Trainer::Programs {
  std::vector<Prepared> training, validation;
};

Trainer::Trainer(const model::Description& description, const Recipe& recipe, const std::vector<Example>& examples,
                 const std::vector<Example>& validation)
    : description_(description),
      recipe_(recipe),
      programs_(std::make_unique<Programs>(Programs{prepare(description, recipe, examples, /*training=*/true),
                                                    prepare(description, recipe, validation, /*training=*/false)})) {}
Trainer::~Trainer() = default;

Outcome Trainer::train(State& state, const std::function<bool(const Progress&)>& keepGoing,
                       const ProcessGroup& processes) {
  const Recipe& recipe = recipe_;
  std::vector<Prepared>& programs = programs_->training;
  const std::vector<Prepared>& validation = programs_->validation;
  if (programs.empty()) return Outcome::kFinished;

  // Training state on the device, by the names of the weights: the weights, and AdamW's first and second moments of the
  // same shapes.
  model::NamedTensors weights = model::toTorch(state.parameters, /*learning=*/true, recipe.device);
  model::NamedTensors first = model::toTorch(state.firstMoments, /*learning=*/false, recipe.device);
  model::NamedTensors second = model::toTorch(state.secondMoments, /*learning=*/false, recipe.device);
  loadCachedEmbeddings(state, programs);
  // Copies weights, moments and cached embeddings back into the state.
  const auto finish = [&](Outcome outcome) {
    copyValues(weights, state.parameters);
    copyValues(first, state.firstMoments);
    copyValues(second, state.secondMoments);
    storeCachedEmbeddings(programs, state);
    return outcome;
  };

  const int64_t batchSize = recipe.batch, stepsPerEpoch = (int64_t(programs.size()) + batchSize - 1) / batchSize;
  Progress progress{state.step, stepsPerEpoch * recipe.epochs, 0, 0, std::numeric_limits<double>::quiet_NaN(), false};
  double epochLoss = 0;  // sum over the first `epochSteps` steps of the epoch
  int64_t epochSteps = 0;
  // Whether this process wants to stop. The gradients of the next step carry this flag to all other processes.
  bool stopRequested = false;
  while (state.step < progress.steps) {
    const int64_t epoch = state.step / stepsPerEpoch, stepOfEpoch = state.step % stepsPerEpoch;
    const bool headOnly = double(epoch) >= (1 - recipe.headShare) * double(recipe.epochs);

    // Forward and backward pass over the programs of the batch, each with the configurations sampled for this step.
    const std::vector<size_t> batch = batchOf(recipe, programs.size(), epoch, stepOfEpoch);
    const uint64_t seed = deriveSeed(recipe.seed, kStep, uint64_t(state.step));
    const Gradients gradients = computeGradients(recipe, description_, state.parameters, weights, programs, batch,
                                                 headOnly, seed, stopRequested, processes);
    if (!std::isfinite(gradients.loss) || !std::isfinite(gradients.norm)) return finish(Outcome::kDiverged);

    // Updates the weights by AdamW. The learning rate follows half a cosine from recipe.rate to 0.
    const double rate =
        recipe.rate * .5 * (1 + std::cos(std::numbers::pi * double(state.step) / double(progress.steps)));
    ++state.step;
    updateWeights(recipe, state.parameters, gradients, rate, state.step, weights, first, second);

    // Adds up the loss of the epoch, and computes the validation loss at its end.
    epochLoss += gradients.loss;
    ++epochSteps;
    progress.step = state.step;
    progress.epoch = int(epoch) + 1;
    progress.loss = epochLoss / double(epochSteps);
    progress.epochDone = stepOfEpoch + 1 == stepsPerEpoch;
    bool stopEarly = false;
    if (progress.epochDone) epochLoss = 0, epochSteps = 0;
    if (progress.epochDone && !validation.empty()) {
      progress.validation = validate(recipe, description_, weights, validation, processes);
      keepBest(progress.validation, epoch, weights, state);
      stopEarly = recipe.patience > 0 && epoch - state.bestEpoch >= recipe.patience;
    }

    stopRequested = !keepGoing(progress);
    if (stopEarly) return finish(Outcome::kStoppedEarly);
    const bool stop = processes.world == 1 ? stopRequested : gradients.stopRequests > 0;
    if (stop && state.step < progress.steps) return finish(Outcome::kInterrupted);
  }
  return finish(Outcome::kFinished);
}

void prepareLibTorch(int threads) {
  // Keeps large tensors in the heap. By default, malloc maps and unmaps their memory at every operation, which costs a
  // page fault per 4 KB.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, 64 << 20);
  at::set_num_threads(std::max(1, threads));
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
}

}  // namespace hlorank::train
