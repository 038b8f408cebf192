#include "native/model/torch_scores.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "native/model/joined_network.h"
#include "shared/model/joined_inputs.h"

namespace hlorank::model {
namespace {

// Number of configurations that the layout table (a cost per tensor and layout) scores at once; bounds memory.
constexpr int64_t kTableBatch = 512;

at::Tensor longs(const std::vector<int64_t>& values) {
  return at::tensor(at::ArrayRef<int64_t>(values), at::TensorOptions().dtype(at::kLong));
}

// Divides a graph into segments of `size` consecutive nodes. Returns for each segment a mask that says which nodes
// belong to it. Returns a single empty mask if the graph has at most `size` nodes or `size` is 0.
std::vector<std::vector<bool>> windows(size_t nodes, int64_t size) {
  if (size <= 0 || int64_t(nodes) <= size) return {{}};
  std::vector<std::vector<bool>> parts;
  for (size_t begin = 0; begin < nodes; begin += size_t(size)) {
    parts.emplace_back(nodes);
    const auto first = parts.back().begin() + std::ptrdiff_t(begin);
    std::fill(first, first + std::ptrdiff_t(std::min(size_t(size), nodes - begin)), true);
  }
  return parts;
}

// Wraps the arrays in LibTorch tensors that share the memory of the arrays.
NamedTensors viewsOf(const std::vector<Tensor>& inputs) {
  NamedTensors views;
  for (const Tensor& input : inputs)
    views.emplace(input.name, std::visit(
                                  [&]<class T>(const std::vector<T>& values) {
                                    const auto type = std::is_same_v<T, float> ? at::kFloat : at::kLong;
                                    return at::from_blob(const_cast<T*>(values.data()), input.shape, type);
                                  },
                                  input.data));
  return views;
}

bool isAmong(const std::vector<Tensor>& inputs, const Tensor& one) {
  return std::any_of(inputs.begin(), inputs.end(), [&](const Tensor& input) {
    return input.name == one.name && input.shape == one.shape && input.data == one.data;
  });
}

}  // namespace

TorchScores::TorchScores(const Description& description, const ScoringTask& task, bool reduced, Segments segments,
                         at::Device device)
    : description_(description), segments_(segments), count_(int64_t(task.selected.size())) {
  if (!task.tiles) configurations_ = task.configurations;
  selected_ = listConfigurations(task);
  if (description.join == Join::kLoops || description.join == Join::kStages) {
    loops_ = task.loops;
    stages_ = task.stages;
    device_ = device;
    return;
  }
  if (!task.tiles) index_ = scoreIndex(*task.configurations, *task.analytical);
  inputs_ = viewsOf(*task.inputs);
  const bool early = description.join == Join::kEarly, joined = description.join != Join::kTables;
  if (joined)
    for (const auto& own : windows(task.program->graph.nodes(), early ? segments.nodes : 0))
      addSegment(task, reduced, own);
  moveTo(device);
  if (description.crossAttention > 0) addReference(task);
}

void TorchScores::moveTo(at::Device device) {
  device_ = device;
  if (device.is_cpu()) return;
  const auto move = [&](at::Tensor& tensor) {
    if (tensor.defined()) tensor = tensor.to(device);
  };
  for (auto& [name, tensor] : inputs_) move(tensor);
  for (GraphSegment& segment : graphSegments_) {
    for (auto& [name, tensor] : segment.inputs)
      if (name.rfind("pooled", 0) != 0) move(tensor);  // arrays named "pooled..." stay on the CPU, which reads them
    move(segment.slotOfNode);
  }
  for (at::Tensor* tensor :
       {&index_.rowBegin, &index_.slotsOfValue, &index_.pairBegin, &index_.pairFirst, &index_.pairSecond,
        &index_.secondRows, &index_.referenceRow, &index_.referenceEntry, &selected_.tile})
    move(*tensor);
}

void TorchScores::addSegment(const ScoringTask& task, bool reduced, const std::vector<bool>& own) {
  const configs::LayoutTable* table = task.tiles ? nullptr : &task.configurations->table;
  JoinedInputs joined = makeJoinedInputs(*task.program, table, *task.inputs, shapeOf(description_), reduced, own);
  if (!joined.levels.empty() && joined.levels.back().pooled == 0) return;
  std::erase_if(joined.inputs, [&](const Tensor& input) { return isAmong(*task.inputs, input); });
  GraphSegment segment{toTorch(joined.inputs), longs(joined.slotOfNode)};
  for (size_t l = 0; l < joined.levels.size(); ++l)
    segment.inputs[levelName("pooled", int(l))] = at::full({1}, joined.levels[l].pooled, at::kLong);
  graphSegments_.push_back(std::move(segment));
}

TorchScores::ConfigurationList TorchScores::listConfigurations(const ScoringTask& task) {
  if (!task.tiles) return {task.selected, {}};
  return {task.selected, toTorch(std::vector<Tensor>{tileInput(task)}).at("tile")};
}

// The reference set: the configurations with which cross-configuration attention compares each scored one. The set has
// its own layout table (a row per tensor and layout), because it may have layouts that the task's table lacks.
struct TorchScores::Reference {
  configs::Configurations configurations;
  AnalyticalCosts analytical;
  std::vector<Tensor> inputs;
  std::unique_ptr<const TorchScores> scores;
};

void TorchScores::addReference(const ScoringTask& task) {
  if (task.tiles) {
    ScoringTask reference = task;
    reference.selected = referenceTiles(*task.tiles, size_t(description_.crossAttention));
    referenceSet_.tile = listConfigurations(reference).tile.to(device_);
    return;
  }
  if (!task.referenceSet.empty()) {
    const int64_t slots = int64_t(task.configurations->table.slots.size());
    referenceSet_.choices = at::tensor(at::ArrayRef<uint8_t>(task.referenceSet), at::TensorOptions().dtype(at::kByte))
                                .view({-1, slots})
                                .to(device_);
    return;
  }
  auto reference = std::make_shared<Reference>();
  reference->configurations = model::referenceSet(*task.program, size_t(description_.crossAttention));
  const configs::Configurations& all = reference->configurations;
  if (all.count == 0) return;
  reference->analytical = computeAnalyticalCosts(*task.program, all);
  reference->inputs = problemInputs(description_, *task.program, &all, &reference->analytical);
  ScoringTask own = {task.name, task.program, &all, &reference->analytical, nullptr, &reference->inputs, {}};
  own.referenceSet = all.choices;  // set, so that the TorchScores below does not build another set
  reference->scores = std::make_unique<const TorchScores>(description_, own, true, Segments{}, device_);
  reference_ = std::move(reference);
}

std::vector<uint32_t> TorchScores::numbersOf(const ConfigurationList& list, const at::Tensor& some) {
  if (!some.defined()) return list.numbers;
  const at::Tensor indices = some.to(at::kCPU);
  const auto index = indices.accessor<int64_t, 1>();
  std::vector<uint32_t> numbers(size_t(index.size(0)));
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = list.numbers[size_t(index[int64_t(i)])];
  return numbers;
}

TorchScores::Rows TorchScores::rowsOf(const ConfigurationList& list, const at::Tensor& some) const {
  if (!configurations_ && !stages_)
    return {{}, some.defined() ? list.tile.index_select(0, some.to(device_)) : list.tile};
  const std::vector<uint32_t> numbers = numbersOf(list, some);
  if (loops_ || stages_) {
    return {{}, {}, toTorch(stages_ ? stageTensors(*stages_, numbers) : loopTensors(*loops_, numbers), device_)};
  }
  const int64_t slots = int64_t(configurations_->table.slots.size());
  const at::Tensor choices = at::empty({int64_t(numbers.size()), slots}, at::kByte);
  auto* next = choices.data_ptr<uint8_t>();
  for (const uint32_t number : numbers) {
    const auto choice = configurations_->choice(number);
    next = std::copy(choice.begin(), choice.end(), next);
  }
  return {choices.to(device_), {}};
}

NamedTensors TorchScores::inputsOf(const GraphSegment& segment, const Rows& rows) const {
  NamedTensors inputs = segment.inputs;
  inputs.insert(inputs_.begin(), inputs_.end());  // does not replace arrays that the segment has
  if (rows.tile.defined()) {
    inputs["tile"] = rows.tile;
    return inputs;
  }
  // `choices` [nodes with configurable tensors, configurations, 3]: row of the layout table for the layout of the
  // output, operand 0 and operand 1. For a tensor that is not configurable: the number of rows of the table.
  const int64_t none = inputs_.at("slot").size(0), configurations = rows.count();
  const at::Tensor selected = rows.choices.to(at::kLong) + index_.rowBegin;
  const at::Tensor padded = at::cat({selected, at::full({configurations, 1}, none, selected.options())}, 1);
  inputs["choices"] =
      padded.t().index_select(0, segment.slotOfNode).view({-1, configs::kTensors, configurations}).transpose(1, 2);
  return inputs;
}

at::Tensor TorchScores::trainingScores(const NamedTensors& weights, const at::Tensor& some, double dropout) const {
  return forwardScores(weights, rowsOf(selected_, some), dropout).scores;
}

at::Tensor TorchScores::stageTrainingScores(const NamedTensors& weights,
                                            const std::vector<const TorchScores*>& programs,
                                            const std::vector<at::Tensor>& some) {
  const TorchScores& first = *programs.front();
  std::vector<std::vector<uint32_t>> numbers;
  std::vector<SelectedSchedules> schedules;
  for (size_t i = 0; i < programs.size(); ++i) numbers.push_back(numbersOf(programs[i]->selected_, some[i]));
  for (size_t i = 0; i < programs.size(); ++i) schedules.push_back({programs[i]->stages_, numbers[i]});
  return *forward(first.description_, weights, toTorch(stageTensors(schedules), first.device_), /*dropout=*/0).scores;
}

HeadOutputs<at::Tensor> TorchScores::forwardScores(const NamedTensors& weights, const Rows& rows, double dropout,
                                                   const at::Tensor& referenceSet) const {
  if (loops_ || stages_) return {*forward(description_, weights, rows.arrays, dropout).scores, {}};
  if (description_.join == Join::kTables || graphSegments_.empty()) return {tableScores(weights, rows, dropout), {}};
  NamedTensors given;
  if (referenceSet.defined()) given["referenceSet"] = referenceSet;
  if (graphSegments_.size() == 1) {
    NamedTensors inputs = inputsOf(graphSegments_.front(), rows);
    inputs.insert(given.begin(), given.end());
    const auto out = forward(description_, weights, inputs, dropout);
    if (!description_.tables) return {*out.scores, out.asReferenceSet};
    return {scores(description_, out, index_, rows.choices) + *out.scores, out.asReferenceSet};
  }
  at::Tensor sum;
  for (const GraphSegment& segment : graphSegments_) {
    const at::Tensor pooledOfSegment = computePooled(description_, weights, inputsOf(segment, rows), dropout);
    sum = sum.defined() ? sum + pooledOfSegment : pooledOfSegment;
  }
  auto out = scoresOfPooled(description_, weights, given, sum, dropout);
  if (description_.tables) out.scores = tableScores(weights, rows, dropout) + out.scores;
  return out;
}

// Returns the scores [configurations] by the layout table alone (the sum of a cost per tensor and layout). Returns
// zeros if the network has no layout table.
at::Tensor TorchScores::tableScores(const NamedTensors& weights, const Rows& rows, double dropout) const {
  if (!description_.tables) return at::zeros({rows.count()}, device_);
  const auto out = forward(description_, weights, inputs_, dropout, Extent::kTables);
  if (at::GradMode::is_enabled()) return scores(description_, out, index_, rows.choices);
  std::vector<at::Tensor> parts;
  for (const at::Tensor& some : rows.choices.split(kTableBatch))
    parts.push_back(scores(description_, out, index_, some));
  return at::cat(parts);
}

CachedEmbeddings TorchScores::emptyEmbeddings() const {
  const int64_t segments = int64_t(graphSegments_.size());
  const at::TensorOptions options(device_);
  return {at::zeros({count_, segments, pooledWidth(description_)}, options),
          at::zeros({count_, segments}, options.dtype(at::kByte))};
}

at::Tensor TorchScores::segmentTrainingScores(const NamedTensors& weights, const at::Tensor& some, double dropout,
                                              bool headOnly, CachedEmbeddings& cachedEmbeddings) const {
  const at::Tensor which = (some.defined() ? some : at::arange(count_, at::kLong)).to(device_);
  const Rows rows = rowsOf(selected_, some);
  const auto computeSegment = [&](size_t segment, double probability) {
    return computePooled(description_, weights, inputsOf(graphSegments_[segment], rows), probability);
  };
  const auto cache = [&](size_t segment, const at::Tensor& value) {
    cachedEmbeddings.pooled.select(1, int64_t(segment)).index_copy_(0, which, value.detach());
    cachedEmbeddings.known.select(1, int64_t(segment)).index_fill_(0, which, 1);
  };
  const size_t fresh = size_t(at::randint(int64_t(graphSegments_.size()), {1}, at::kLong).item<int64_t>());
  const at::Tensor dropped = at::rand({int64_t(graphSegments_.size())}) < segments_.dropped;
  at::Tensor sum = at::zeros({which.size(0), pooledWidth(description_)}, device_);  // sum over the segments
  {
    const at::NoGradGuard noGradients;
    for (size_t segment = 0; segment < graphSegments_.size(); ++segment) {
      const int64_t at = int64_t(segment);
      if (!headOnly && (segment == fresh || dropped[at].item<bool>())) continue;
      const bool known = cachedEmbeddings.known.select(1, at).index_select(0, which).all().item<bool>();
      if (headOnly || !known) cache(segment, computeSegment(segment, 0));
      sum.add_(cachedEmbeddings.pooled.select(1, at).index_select(0, which));
    }
  }
  if (!headOnly) {
    const at::Tensor value = computeSegment(fresh, dropout);
    cache(fresh, value);
    sum = sum + value * (segments_.dropped * double(graphSegments_.size()) + 1 - segments_.dropped);
  }
  const at::Tensor joined = scoresOfPooled(description_, weights, {}, sum, dropout).scores;
  if (!description_.tables) return joined;
  const at::Tensor tables = tableScores(weights, rows, dropout);
  return joined + (headOnly ? tables.detach() : tables);
}

at::Tensor TorchScores::referenceSet(const NamedTensors& weights) const {
  const at::NoGradGuard noGradients;
  if (reference_) return reference_->scores->referenceSet(weights);
  at::Tensor all;
  if (referenceSet_.count() == 0)  // the program has no configurable tensors
    all = at::full({description_.members, pooledWidth(description_)}, -std::numeric_limits<float>::infinity());
  for (int64_t begin = 0; begin < referenceSet_.count(); begin += kScoreBatch) {
    const auto some = [&](const at::Tensor& rows) {
      return rows.defined() ? rows.narrow(0, begin, std::min(kScoreBatch, rows.size(0) - begin)) : rows;
    };
    const at::Tensor these =
        *forwardScores(weights, {some(referenceSet_.choices), some(referenceSet_.tile)}, 0).asReferenceSet;
    all = all.defined() ? at::logaddexp(all, these) : these;
  }
  return all;
}

at::Tensor TorchScores::inferenceScores(const NamedTensors& weights, const at::Tensor& some,
                                        const std::function<bool()>& stopped) const {
  const at::NoGradGuard noGradients;
  if (!loops_ && !stages_ && (description_.join == Join::kTables || graphSegments_.empty()))
    return trainingScores(weights, some, 0);
  const at::Tensor others = description_.crossAttention > 0 ? referenceSet(weights) : at::Tensor();
  std::vector<at::Tensor> scored;
  for (const at::Tensor& which : (some.defined() ? some : at::arange(count_, at::kLong)).split(kScoreBatch)) {
    scored.push_back(forwardScores(weights, rowsOf(selected_, which), 0, others).scores);
    if (stopped && stopped()) break;
  }
  return at::cat(scored);
}

}  // namespace hlorank::model
