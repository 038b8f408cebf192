#include "native/train/trainer.h"

#include <ATen/Parallel.h>
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

namespace hlorank::train {
namespace {

// An example as LibTorch learns from it.
struct Prepared {
  std::string name;
  model::TorchScores scores;
  at::Tensor times;   // double [chosen]
  double weight = 1;  // of its loss
  model::CachedEmbeddings cachedEmbeddings;
};

std::vector<Prepared> prepare(const model::Description& description, const Recipe& recipe,
                              const std::vector<Example>& examples, bool learning) {
  std::vector<Prepared> prepared;
  for (const Example& example : examples) {
    if (example.selected.size() < 2) continue;
    const model::Segments segments{learning ? recipe.segment : 0, recipe.segmentDropout};
    const std::vector<double> times = data::timesOf(example.configurations, example.tiles, example.selected);
    prepared.push_back({example.name,
                        model::TorchScores(description, example, recipe.reduced, segments, recipe.device),
                        at::tensor(at::ArrayRef<double>(times), at::kDouble).to(recipe.device),
                        1,
                        {}});
    if (prepared.back().scores.inParts()) prepared.back().cachedEmbeddings = prepared.back().scores.emptyEmbeddings();
  }
  if (recipe.byConfigurations) {
    double all = 0;
    for (const Prepared& program : prepared) all += double(program.scores.count());
    for (Prepared& program : prepared) program.weight = double(program.scores.count()) * double(prepared.size()) / all;
  }
  return prepared;
}

// What the parts of the graphs gave last, to and from the state.
void remember(const std::vector<Prepared>& programs, State& state) {
  state.cachedEmbeddings.clear();
  for (const Prepared& program : programs) {
    if (!program.scores.inParts()) continue;
    const auto keep = [&](const std::string& name, const at::Tensor& tensor) {
      const at::Tensor values = tensor.to(at::kCPU, at::kFloat).contiguous();
      state.cachedEmbeddings.push_back({name + program.name, tensor.sizes().vec(), {}, {}, {}});
      state.cachedEmbeddings.back().values.assign(values.data_ptr<float>(), values.data_ptr<float>() + values.numel());
    };
    keep("pooled/", program.cachedEmbeddings.pooled);
    keep("known/", program.cachedEmbeddings.known);
  }
}
void recall(const State& state, std::vector<Prepared>& programs) {
  for (Prepared& program : programs) {
    if (!program.scores.inParts()) continue;
    const auto restore = [&](const std::string& name, at::Tensor& tensor) {
      const model::Parameter* found = model::find(state.cachedEmbeddings, name + program.name);
      if (found && found->shape == tensor.sizes().vec())
        tensor.copy_(at::tensor(at::ArrayRef<float>(found->values)).view(tensor.sizes()));
    };
    restore("pooled/", program.cachedEmbeddings.pooled);
    restore("known/", program.cachedEmbeddings.known);
  }
}

// Every random number of a step follows from the seed and the step, so a state needs no generator.
uint64_t seedOf(uint64_t seed, uint64_t purpose, uint64_t number) {
  std::seed_seq sequence{uint32_t(seed), uint32_t(seed >> 32), uint32_t(purpose), uint32_t(number),
                         uint32_t(number >> 32)};
  uint32_t words[2];
  sequence.generate(words, words + 2);
  return uint64_t(words[0]) << 32 | words[1];
}
constexpr uint64_t kShuffle = 1, kStep = 2, kProgram = 3;

// Fisher-Yates over mt19937_64, which unlike std::shuffle is the same with every library.
std::vector<size_t> shuffled(size_t count, uint64_t seed) {
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::mt19937_64 random(seed);
  for (size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

at::Tensor lossOf(const Recipe& recipe, const model::Description& description, const at::Tensor& scores,
                  const at::Tensor& times) {
  switch (recipe.loss) {
    case Loss::kHinge:
      return pairwiseHinge(scores, times, recipe.margin);
    case Loss::kListMle:
      return listMle(scores, times);
    case Loss::kSquaredError:
      break;
  }
  // h2 is a share of the run time, so u is `gain` times that share, and the scale makes it 20 times as much.
  const double unit = description.gain * (description.scale == model::Scale::kSignedLog ? 20 : 1);
  return squaredError(scores, times, unit);
}

constexpr int64_t kValidatedTables = 4096, kValidatedJoined = 1024;  // configurations of a program at most

double validate(const Recipe& recipe, const model::Description& description, const model::NamedTensors& weights,
                const std::vector<Prepared>& validation, const ProcessGroup& processes) {
  const int64_t bound = description.join == model::Join::kTables ? kValidatedTables : kValidatedJoined;
  double sum = 0;
  for (size_t i = 0; i < validation.size(); ++i) {
    if (!processes.isMine(i)) continue;
    const Prepared& program = validation[i];
    const int64_t most = std::min(program.scores.count(), bound);
    const at::Tensor scores = program.scores.all(weights, at::arange(most, at::kLong));
    sum += program.weight * lossOf(recipe, description, scores, program.times.narrow(0, 0, most)).item<double>();
  }
  AllReduce allReduce(processes);
  allReduce.add(sum);
  allReduce.finish(Wait::kLong);
  return sum / double(validation.size());
}

void copyOut(const model::NamedTensors& tensors, model::Parameters& parameters) {
  for (model::Parameter& parameter : parameters) {
    const at::Tensor tensor = tensors.at(parameter.name).to(at::kCPU);
    parameter.values.assign(tensor.data_ptr<float>(), tensor.data_ptr<float>() + tensor.numel());
  }
}

// Which configurations of a program a step looks at: all, or some drawn by the seed, which the rest of the step draws
// on.
at::Tensor drawn(const Recipe& recipe, const Prepared& program, uint64_t seed) {
  at::manual_seed(seed);
  const int64_t count = program.scores.count();
  return (count > recipe.configurations ? at::randperm(count).narrow(0, 0, recipe.configurations)
                                        : at::arange(count, at::kLong))
      .to(recipe.device);
}

at::Tensor lossOn(const Recipe& recipe, const model::Description& description, const model::NamedTensors& weights,
                  Prepared& program, const at::Tensor& some, bool headOnly) {
  const at::Tensor scores = program.scores.inParts() ? program.scores.learnInParts(weights, some, recipe.dropout,
                                                                                   headOnly, program.cachedEmbeddings)
                                                     : program.scores.of(weights, some, recipe.dropout);
  return lossOf(recipe, description, scores, program.times.index_select(0, some));
}

// What a process remembers of the configurations it has just looked at, for the others to remember as well.
struct Memory {
  at::Tensor pooled, known;  // [some, parts, width] and [some, parts], where this process looked at them
  std::vector<int64_t> shape;
};
Memory memoryOf(const Prepared& program, const at::Tensor& some, bool mine) {
  const model::CachedEmbeddings& all = program.cachedEmbeddings;
  Memory memory{{}, {}, {some.size(0), all.pooled.size(1), all.pooled.size(2)}};
  if (mine) {
    memory.pooled = all.pooled.index_select(0, some);
    memory.known = all.known.index_select(0, some).to(at::kFloat);
  }
  return memory;
}

struct Gradients {
  double loss = 0;                // mean of the batch
  std::vector<at::Tensor> found;  // of each parameter, undefined where there is none
  double norm = 0;
  double wantToStop = 0;  // processes
};

// The mean loss of a batch and its gradients. Gradients of one program after the other, so that only one graph's rows
// are in memory.
Gradients learnFrom(const Recipe& recipe, const model::Description& description, const model::Parameters& parameters,
                    const model::NamedTensors& weights, std::vector<Prepared>& programs,
                    const std::vector<size_t>& batch, bool headOnly, uint64_t seed, bool wantsToStop,
                    const ProcessGroup& processes) {
  Gradients gradients{.wantToStop = wantsToStop ? 1.0 : 0.0};
  std::vector<at::Tensor> looked(batch.size());
  for (size_t i = 0; i < batch.size(); ++i) {
    looked[i] = drawn(recipe, programs[batch[i]], seedOf(seed, kProgram, i));
    if (!processes.isMine(i)) continue;
    const at::Tensor loss = lossOn(recipe, description, weights, programs[batch[i]], looked[i], headOnly) *
                            (programs[batch[i]].weight / double(batch.size()));
    gradients.loss += loss.item<double>();
    if (loss.requires_grad()) loss.backward();
  }
  for (const model::Parameter& parameter : parameters) {
    const at::Tensor& weight = weights.at(parameter.name);
    gradients.found.push_back(weight.grad());
    if (weight.grad().defined()) weight.mutable_grad() = at::Tensor();
  }

  AllReduce allReduce(processes);
  allReduce.add(gradients.loss);
  allReduce.add(gradients.wantToStop);
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].training != model::Training::kFixed) allReduce.add(gradients.found[i], parameters[i].shape);
  std::vector<Memory> memories(processes.world > 1 ? batch.size() : 0);
  for (size_t i = 0; i < memories.size(); ++i) {
    if (!programs[batch[i]].scores.inParts()) continue;
    Memory& memory = memories[i] = memoryOf(programs[batch[i]], looked[i], processes.isMine(i));
    allReduce.add(memory.pooled, memory.shape);
    allReduce.add(memory.known, {memory.shape[0], memory.shape[1]});
  }
  allReduce.finish();
  for (size_t i = 0; i < memories.size(); ++i) {
    if (!programs[batch[i]].scores.inParts()) continue;
    model::CachedEmbeddings& all = programs[batch[i]].cachedEmbeddings;
    all.pooled.index_copy_(0, looked[i], memories[i].pooled);
    all.known.index_copy_(0, looked[i], memories[i].known.to(at::kByte));
  }

  double squares = 0;
  for (const at::Tensor& gradient : gradients.found)
    if (gradient.defined()) squares += gradient.square().sum().item<double>();
  gradients.norm = std::sqrt(squares);
  return gradients;
}

}  // namespace

bool teaches(const Recipe& recipe, const Example& example) {
  if (example.selected.size() < 2) return false;
  if (recipe.loss != Loss::kHinge) return true;
  const std::vector<double> times = data::timesOf(example.configurations, example.tiles, example.selected);
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  return *most > (1 + recipe.margin) * *least;
}

struct Trainer::Programs {
  std::vector<Prepared> learned, validation;
};

Trainer::Trainer(const model::Description& description, const Recipe& recipe, const std::vector<Example>& examples,
                 const std::vector<Example>& validation)
    : description_(description),
      recipe_(recipe),
      programs_(std::make_unique<Programs>(Programs{prepare(description, recipe, examples, /*learning=*/true),
                                                    prepare(description, recipe, validation, /*learning=*/false)})) {}
Trainer::~Trainer() = default;

Outcome Trainer::train(State& state, const std::function<bool(const Progress&)>& keepGoing,
                       const ProcessGroup& processes) {
  const model::Description& description = description_;
  const Recipe& recipe = recipe_;
  std::vector<Prepared>& programs = programs_->learned;
  const std::vector<Prepared>& validation = programs_->validation;
  if (programs.empty()) return Outcome::kFinished;
  recall(state, programs);
  model::NamedTensors weights = model::toTorch(state.parameters, /*learning=*/true, recipe.device);
  model::NamedTensors first = model::toTorch(state.firstMoments, false, recipe.device),
                      second = model::toTorch(state.secondMoments, false, recipe.device);
  const auto store = [&] {
    copyOut(weights, state.parameters);
    copyOut(first, state.firstMoments);
    copyOut(second, state.secondMoments);
    remember(programs, state);
  };

  const size_t batch = size_t(recipe.batch);
  const int64_t stepsPerEpoch = int64_t((programs.size() + batch - 1) / batch);
  Progress progress{state.step, stepsPerEpoch * recipe.epochs, 0, 0, std::numeric_limits<double>::quiet_NaN(), false};
  double epochLoss = 0;
  int64_t epochSteps = 0;
  bool wantsToStop = false;  // told to the others with the next step
  while (state.step < progress.steps) {
    const int64_t epoch = state.step / stepsPerEpoch, within = state.step % stepsPerEpoch;
    const std::vector<size_t> order = shuffled(programs.size(), seedOf(recipe.seed, kShuffle, uint64_t(epoch)));
    const size_t begin = size_t(within) * batch, end = std::min(begin + batch, order.size());
    const std::vector<size_t> selected(order.begin() + std::ptrdiff_t(begin), order.begin() + std::ptrdiff_t(end));
    const bool headOnly = double(epoch) >= (1 - recipe.headShare) * double(recipe.epochs);
    const Gradients gradients = learnFrom(recipe, description, state.parameters, weights, programs, selected, headOnly,
                                          seedOf(recipe.seed, kStep, uint64_t(state.step)), wantsToStop, processes);
    if (!std::isfinite(gradients.loss) || !std::isfinite(gradients.norm)) {
      store();
      return Outcome::kDiverged;
    }
    epochLoss += gradients.loss;
    ++epochSteps;

    const double clip = gradients.norm > recipe.clip ? recipe.clip / gradients.norm : 1;
    const double rate =
        recipe.rate * .5 * (1 + std::cos(std::numbers::pi * double(state.step) / double(progress.steps)));
    ++state.step;
    const AdamW adamW{rate, state.step};
    {
      const at::NoGradGuard noGradients;
      for (size_t i = 0; i < state.parameters.size(); ++i) {
        const model::Parameter& parameter = state.parameters[i];
        if (!gradients.found[i].defined()) continue;
        adamW.update(weights.at(parameter.name), gradients.found[i] * clip, first.at(parameter.name),
                     second.at(parameter.name), parameter.training == model::Training::kDecayed ? recipe.decay : 0);
      }
    }

    progress.step = state.step;
    progress.epoch = int(epoch) + 1;
    progress.loss = epochLoss / double(epochSteps);
    progress.epochDone = within + 1 == stepsPerEpoch;
    bool enough = false;
    if (progress.epochDone) {
      epochLoss = 0;
      epochSteps = 0;
      if (!validation.empty()) {
        progress.validation = validate(recipe, description, weights, validation, processes);
        if (state.bestEpoch < 0 || progress.validation < state.bestLoss) {
          state.bestLoss = progress.validation;
          state.bestEpoch = epoch;
          state.best = state.parameters;
          copyOut(weights, state.best);
        }
        enough = recipe.patience > 0 && epoch - state.bestEpoch >= recipe.patience;
      }
    }
    wantsToStop = !keepGoing(progress);
    const bool stop = processes.world == 1 ? wantsToStop : gradients.wantToStop > 0;
    if (enough) {
      store();
      return Outcome::kStoppedEarly;
    }
    if (stop && state.step < progress.steps) {
      store();
      return Outcome::kInterrupted;
    }
  }
  store();
  return Outcome::kFinished;
}

void prepareLibTorch(int threads) {
  // Large tensors would be mapped and given back with every operation, at the price of a page fault per 4 KB.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, 64 << 20);
  at::set_num_threads(std::max(1, threads));
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
}

}  // namespace hlorank::train
