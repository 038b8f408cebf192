#include "native/train/trainer.h"

#include <ATen/Parallel.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <random>

#include "native/model/torch_network.h"
#include "native/train/adamw.h"

namespace hlorank::train {
namespace {

// An example with its arrays as tensors.
struct Prepared {
  model::NamedTensors inputs;
  model::ScoreIndex index;
  at::Tensor choices;  // uint8 [chosen, slots]
  at::Tensor times;    // double [chosen] ns
};

Prepared prepare(const Example& example) {
  const configs::Configurations& all = *example.configurations;
  const int64_t slots = int64_t(all.table.slots.size()), count = int64_t(example.chosen.size());
  Prepared prepared{model::toTorch(example.inputs), model::scoreIndex(all, *example.physics),
                    at::empty({count, slots}, at::TensorOptions().dtype(at::kByte)),
                    at::empty({count}, at::TensorOptions().dtype(at::kDouble))};
  for (int64_t i = 0; i < count; ++i) {
    const auto choice = all.choice(example.chosen[size_t(i)]);
    std::copy(choice.begin(), choice.end(), prepared.choices.data_ptr<uint8_t>() + i * slots);
    prepared.times.data_ptr<double>()[i] = double(all.runtimes[example.chosen[size_t(i)]]);
  }
  return prepared;
}

std::vector<Prepared> prepare(const std::vector<Example>& examples) {
  std::vector<Prepared> prepared;
  for (const Example& example : examples)
    if (example.chosen.size() > 1) prepared.push_back(prepare(example));
  return prepared;
}

// Every random number of a step follows from the seed and the step, so a state needs no generator.
uint64_t seedOf(uint64_t seed, uint64_t purpose, uint64_t number) {
  std::seed_seq sequence{uint32_t(seed), uint32_t(seed >> 32), uint32_t(purpose), uint32_t(number),
                         uint32_t(number >> 32)};
  uint32_t words[2];
  sequence.generate(words, words + 2);
  return uint64_t(words[0]) << 32 | words[1];
}
constexpr uint64_t kShuffle = 1, kStep = 2;

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

double validate(const Recipe& recipe, const model::Description& description, const model::NamedTensors& weights,
                const std::vector<Prepared>& validation) {
  const at::NoGradGuard noGradients;
  double sum = 0;
  for (const Prepared& program : validation) {
    const int64_t most = std::min<int64_t>(program.choices.size(0), 4096);
    const auto tables = model::forward(description, weights, program.inputs, 0);
    const at::Tensor scores = model::scores(description, tables, program.index, program.choices.narrow(0, 0, most));
    sum += lossOf(recipe, description, scores, program.times.narrow(0, 0, most)).item<double>();
  }
  return sum / double(validation.size());
}

void copyOut(const model::NamedTensors& tensors, model::Parameters& parameters) {
  for (model::Parameter& parameter : parameters) {
    const at::Tensor& tensor = tensors.at(parameter.name);
    parameter.values.assign(tensor.data_ptr<float>(), tensor.data_ptr<float>() + tensor.numel());
  }
}

// Adds the mean loss of a batch to the gradients, and returns it.
double learnFrom(const Recipe& recipe, const model::Description& description, const model::NamedTensors& weights,
                 const std::vector<Prepared>& programs, const std::vector<size_t>& batch, uint64_t seed) {
  at::manual_seed(seed);
  at::Tensor total;
  for (size_t i : batch) {
    const Prepared& program = programs[i];
    at::Tensor choices = program.choices, times = program.times;
    if (choices.size(0) > recipe.configurations) {
      const at::Tensor some = at::randperm(choices.size(0)).narrow(0, 0, recipe.configurations);
      choices = choices.index_select(0, some);
      times = times.index_select(0, some);
    }
    const auto tables = model::forward(description, weights, program.inputs, recipe.dropout);
    const at::Tensor loss =
        lossOf(recipe, description, model::scores(description, tables, program.index, choices), times);
    total = total.defined() ? total + loss : loss;
  }
  total = total / double(batch.size());
  total.backward();
  return total.item<double>();
}

double gradientNorm(const model::Parameters& parameters, const model::NamedTensors& weights) {
  double squares = 0;
  for (const model::Parameter& parameter : parameters) {
    const at::Tensor& gradient = weights.at(parameter.name).grad();
    if (gradient.defined()) squares += gradient.square().sum().item<double>();
  }
  return std::sqrt(squares);
}

}  // namespace

void setNormalisation(model::Parameters& parameters, const std::vector<Example>& examples) {
  for (const char* name : {"slot", "node"}) {
    model::Parameter* shift =
        model::find(parameters, name == std::string("slot") ? "slot.shift" : "encoder.node.shift");
    model::Parameter* scale =
        model::find(parameters, name == std::string("slot") ? "slot.scale" : "encoder.node.scale");
    if (!shift || !scale) continue;
    const size_t width = shift->values.size();
    std::vector<double> sum(width), squares(width);
    double programs = 0;
    for (const Example& example : examples)
      for (const model::Tensor& tensor : example.inputs) {
        if (tensor.name != name || tensor.shape[0] == 0) continue;
        const auto& data = std::get<std::vector<float>>(tensor.data);
        const double rows = double(tensor.shape[0]);
        for (size_t i = 0; i < data.size(); ++i) {
          sum[i % width] += data[i] / rows;
          squares[i % width] += double(data[i]) * data[i] / rows;
        }
        ++programs;
      }
    for (size_t i = 0; i < width && programs > 0; ++i) {
      const double mean = sum[i] / programs, deviation = std::sqrt(std::max(0.0, squares[i] / programs - mean * mean));
      shift->values[i] = float(mean);
      scale->values[i] = deviation > 1e-4 ? float(1 / deviation) : 0;
    }
  }
}

bool teaches(const Recipe& recipe, const Example& example) {
  if (example.chosen.size() < 2) return false;
  if (recipe.loss != Loss::kHinge) return true;
  std::vector<int64_t> times;
  for (uint32_t c : example.chosen) times.push_back(example.configurations->runtimes[c]);
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  return double(*most) > (1 + recipe.margin) * double(*least);
}

Outcome train(const model::Description& description, const Recipe& recipe, const std::vector<Example>& examples,
              const std::vector<Example>& validationExamples, State& state,
              const std::function<bool(const Progress&)>& keepGoing) {
  const std::vector<Prepared> programs = prepare(examples), validation = prepare(validationExamples);
  if (programs.empty()) return Outcome::kFinished;
  model::NamedTensors weights = model::toTorch(state.parameters, /*learning=*/true);
  model::NamedTensors first = model::toTorch(state.firstMoments, false),
                      second = model::toTorch(state.secondMoments, false);
  const auto store = [&] {
    copyOut(weights, state.parameters);
    copyOut(first, state.firstMoments);
    copyOut(second, state.secondMoments);
  };

  const size_t batch = size_t(recipe.batch);
  const int64_t stepsPerEpoch = int64_t((programs.size() + batch - 1) / batch);
  Progress progress{state.step, stepsPerEpoch * recipe.epochs, 0, 0, std::numeric_limits<double>::quiet_NaN(), false};
  double epochLoss = 0;
  int64_t epochSteps = 0;
  while (state.step < progress.steps) {
    const int64_t epoch = state.step / stepsPerEpoch, within = state.step % stepsPerEpoch;
    const std::vector<size_t> order = shuffled(programs.size(), seedOf(recipe.seed, kShuffle, uint64_t(epoch)));
    const size_t begin = size_t(within) * batch, end = std::min(begin + batch, order.size());
    const std::vector<size_t> chosen(order.begin() + std::ptrdiff_t(begin), order.begin() + std::ptrdiff_t(end));
    epochLoss +=
        learnFrom(recipe, description, weights, programs, chosen, seedOf(recipe.seed, kStep, uint64_t(state.step)));
    ++epochSteps;

    const double norm = gradientNorm(state.parameters, weights);
    const double clip = norm > recipe.clip ? recipe.clip / norm : 1;
    const double rate =
        recipe.rate * .5 * (1 + std::cos(std::numbers::pi * double(state.step) / double(progress.steps)));
    ++state.step;
    const AdamW adamW{rate, state.step};
    {
      const at::NoGradGuard noGradients;
      for (const model::Parameter& parameter : state.parameters) {
        at::Tensor& weight = weights.at(parameter.name);
        if (!weight.grad().defined() || !std::isfinite(norm)) continue;
        adamW.update(weight, weight.grad() * clip, first.at(parameter.name), second.at(parameter.name),
                     parameter.training == model::Training::kDecayed ? recipe.decay : 0);
        weight.mutable_grad() = at::Tensor();
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
        progress.validation = validate(recipe, description, weights, validation);
        if (state.bestEpoch < 0 || progress.validation < state.bestLoss) {
          state.bestLoss = progress.validation;
          state.bestEpoch = epoch;
          state.best = state.parameters;
          copyOut(weights, state.best);
        }
        enough = recipe.patience > 0 && epoch - state.bestEpoch >= recipe.patience;
      }
    }
    const bool goOn = keepGoing(progress);
    if (enough) {
      store();
      return Outcome::kStoppedEarly;
    }
    if (!goOn && state.step < progress.steps) {
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
