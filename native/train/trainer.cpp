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
#include "native/model/torch_scores.h"
#include "native/train/adamw.h"
#include "native/train/all_reduce.h"

// Implements the parts of a training step, then the training loop Trainer::train.
namespace hlorank::train {
namespace {

// A training program with the tensors that training needs.
struct Prepared {
  std::string name;
  model::TorchScores scores;
  at::Tensor times;  // double, [configurations]
  // Cached embeddings of graph segments (parts of a large graph). Undefined unless the graph is divided into segments.
  model::CachedEmbeddings cachedEmbeddings;
};

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
                        {}});
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

// Derives a seed from the seed of the training, the purpose (kShuffle, kStep or kProgram) and a running number. Every
// random number of a step comes from such a seed, so the training state needs no generator.
uint64_t deriveSeed(uint64_t seed, uint64_t purpose, uint64_t number) {
  std::seed_seq sequence{uint32_t(seed), uint32_t(seed >> 32), uint32_t(purpose), uint32_t(number),
                         uint32_t(number >> 32)};
  uint32_t words[2];
  sequence.generate(words, words + 2);
  return uint64_t(words[0]) << 32 | words[1];
}
constexpr uint64_t kShuffle = 1, kStep = 2, kProgram = 3;

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

// Returns the loss, a scalar, of one program from the scores (float) and run times (double) of its configurations, both
// [configurations].
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

// Forward pass: returns the loss, a scalar, of one program on the configurations with the indices `sampled` (int64).
// Updates the program's cached embeddings. `headOnly`: train only the scoring head, if the graph is divided into
// segments.
at::Tensor forwardLoss(const Recipe& recipe, const model::Description& description, const model::NamedTensors& weights,
                       Prepared& program, const at::Tensor& sampled, bool headOnly) {
  const at::Tensor scores =
      program.scores.hasSegments()
          ? program.scores.segmentTrainingScores(weights, sampled, recipe.dropout, headOnly, program.cachedEmbeddings)
          : program.scores.trainingScores(weights, sampled, recipe.dropout);
  return computeLoss(recipe, description, scores, program.times.index_select(0, sampled));
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

struct Gradients {
  double loss = 0;  // mean over the programs of the batch
  // Gradient of each weight array, of the same shape; undefined if there is none.
  std::vector<at::Tensor> values;
  double norm = 0;          // L2 norm of all gradients together
  double stopRequests = 0;  // number of processes that should stop
};

// Computes the gradients of a batch, summed over all processes, each of which computes some of the programs. Runs one
// program after the other, so that memory holds the activations of a single graph; stage graphs without dropout run
// together. `batch` has indices into `programs`.
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
