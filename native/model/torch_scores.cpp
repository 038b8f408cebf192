#include "native/model/torch_scores.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <cmath>

#include "shared/model/joined_inputs.h"

namespace hlorank::model {
namespace {

constexpr int kShuffles = 4;  // of a crossed network
constexpr uint64_t kShuffleSeed = 1;

at::Tensor longs(const std::vector<int64_t>& values) {
  return at::tensor(at::ArrayRef<int64_t>(values), at::TensorOptions().dtype(at::kLong));
}

// Which nodes each part has: windows of so many nodes, one after the other.
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

// Arrays that are the same for every part: those of rows but for the nodes they name.
bool isOfRows(const std::string& name) {
  return name == "slot" || name == "terms" || name == "gates" || name == "pairs" || name == "pairGates" ||
         name == "freeRow";
}

// The configurations `some` of x, or all.
at::Tensor ofSome(const at::Tensor& x, const at::Tensor& some) {
  return x.defined() && some.defined() ? x.index_select(0, some.to(x.device())) : x;
}

}  // namespace

TorchScores::TorchScores(const Description& description, const Problem& problem, bool reduced, Segments segments,
                         at::Device device)
    : description_(description), segments_(segments), count_(int64_t(problem.chosen.size())) {
  if (problem.tiles) {
    tile_ = toTorch(std::vector<Tensor>{tileInput(problem)}).at("tile");
  } else {
    const configs::Configurations& all = *problem.configurations;
    index_ = scoreIndex(all, *problem.physics);
    const int64_t slots = int64_t(all.table.slots.size());
    choices_ = at::empty({count_, slots}, at::TensorOptions().dtype(at::kByte));
    for (int64_t i = 0; i < count_; ++i) {
      const auto choice = all.choice(problem.chosen[size_t(i)]);
      std::copy(choice.begin(), choice.end(), choices_.data_ptr<uint8_t>() + i * slots);
    }
  }
  inputs_ = toTorch(*problem.inputs);
  const bool early = description.join == Join::kEarly, joined = description.join != Join::kTables;
  if (joined)
    for (const auto& own : windows(problem.program->graph.nodes(), early ? segments.nodes : 0))
      addPart(problem, reduced, own);
  moveTo(device);
}

void TorchScores::moveTo(at::Device device) {
  device_ = device;
  if (device.is_cpu()) return;
  const auto move = [&](at::Tensor& tensor) {
    if (tensor.defined()) tensor = tensor.to(device);
  };
  for (auto& [name, tensor] : inputs_) move(tensor);
  for (Part& part : parts_) {
    for (auto& [name, tensor] : part.inputs)
      if (name.rfind("pooled", 0) != 0) move(tensor);  // a number that the processor asks for
    move(part.slotOfNode);
  }
  for (at::Tensor* tensor :
       {&index_.rowBegin, &index_.slotsOfValue, &index_.pairBegin, &index_.pairFirst, &index_.pairSecond,
        &index_.secondRows, &index_.referenceRow, &index_.referenceEntry, &choices_, &tile_})
    move(*tensor);
}

void TorchScores::addPart(const Problem& problem, bool reduced, const std::vector<bool>& own) {
  const configs::LayoutTable* table = problem.tiles ? nullptr : &problem.configurations->table;
  JoinedInputs joined = makeJoinedInputs(*problem.program, table, *problem.inputs, shapeOf(description_), reduced, own);
  if (!joined.levels.empty() && joined.levels.back().pooled == 0) return;
  std::erase_if(joined.inputs, [&](const Tensor& input) { return inputs_.count(input.name) && isOfRows(input.name); });
  Part part{toTorch(joined.inputs), longs(joined.slotOfNode)};
  for (size_t l = 0; l < joined.levels.size(); ++l)
    part.inputs[levelName("pooled", int(l))] = at::full({1}, joined.levels[l].pooled, at::kLong);
  parts_.push_back(std::move(part));
}

NamedTensors TorchScores::inputsOf(const Part& part, const at::Tensor& choices, const at::Tensor& tile) const {
  NamedTensors inputs = part.inputs;
  inputs.insert(inputs_.begin(), inputs_.end());  // what the part has of its own stays
  if (tile.defined()) {
    inputs["tile"] = tile;
    return inputs;
  }
  // Rows of the table [A, C, 3] put at the nodes with slots; the number of rows stands for none.
  const int64_t none = inputs_.at("slot").size(0), configurations = choices.size(0);
  const at::Tensor rows = choices.to(at::kLong) + index_.rowBegin;
  const at::Tensor padded = at::cat({rows, at::full({configurations, 1}, none, rows.options())}, 1);
  inputs["choices"] =
      padded.t().index_select(0, part.slotOfNode).view({-1, configs::kTensors, configurations}).transpose(1, 2);
  return inputs;
}

at::Tensor TorchScores::of(const NamedTensors& weights, const at::Tensor& some, double dropout) const {
  const at::Tensor choices = ofSome(choices_, some), tile = ofSome(tile_, some);
  if (description_.join == Join::kTables || parts_.empty()) return tableScores(weights, choices, dropout);
  if (parts_.size() == 1) {
    const auto out = forward(description_, weights, inputsOf(parts_.front(), choices, tile), dropout);
    return description_.tables ? scores(description_, out, index_, choices) + *out.scores : *out.scores;
  }
  at::Tensor sum;
  for (const Part& part : parts_) {
    const at::Tensor pooledOfPart = pooled(description_, weights, inputsOf(part, choices, tile), dropout);
    sum = sum.defined() ? sum + pooledOfPart : pooledOfPart;
  }
  const at::Tensor joined = scoresOfPooled(description_, weights, sum, dropout);
  return description_.tables ? tableScores(weights, choices, dropout) + joined : joined;
}

// The score of the tables alone; 0 where there are none.
at::Tensor TorchScores::tableScores(const NamedTensors& weights, const at::Tensor& choices, double dropout) const {
  if (!description_.tables) return at::zeros({choices.defined() ? choices.size(0) : 0}, device_);
  const auto out = forward(description_, weights, inputs_, dropout, Extent::kTables);
  return scores(description_, out, index_, choices);
}

Remembered TorchScores::nothingRemembered() const {
  const int64_t parts = int64_t(parts_.size());
  const at::TensorOptions options(device_);
  return {at::zeros({count_, parts, pooledWidth(description_)}, options),
          at::zeros({count_, parts}, options.dtype(at::kByte))};
}

at::Tensor TorchScores::learnInParts(const NamedTensors& weights, const at::Tensor& some, double dropout, bool headOnly,
                                     Remembered& remembered) const {
  const at::Tensor which = (some.defined() ? some : at::arange(count_, at::kLong)).to(device_);
  const at::Tensor choices = ofSome(choices_, some), tile = ofSome(tile_, some);
  const auto freshly = [&](size_t part, double share) {
    return pooled(description_, weights, inputsOf(parts_[part], choices, tile), share);
  };
  const auto remember = [&](size_t part, const at::Tensor& value) {
    remembered.pooled.select(1, int64_t(part)).index_copy_(0, which, value.detach());
    remembered.known.select(1, int64_t(part)).index_fill_(0, which, 1);
  };
  const size_t fresh = size_t(at::randint(int64_t(parts_.size()), {1}, at::kLong).item<int64_t>());
  const at::Tensor dropped = at::rand({int64_t(parts_.size())}) < segments_.dropped;
  at::Tensor sum = at::zeros({which.size(0), pooledWidth(description_)}, device_);
  {
    const at::NoGradGuard noGradients;
    for (size_t part = 0; part < parts_.size(); ++part) {
      const int64_t at = int64_t(part);
      if (!headOnly && (part == fresh || dropped[at].item<bool>())) continue;
      const bool known = remembered.known.select(1, at).index_select(0, which).all().item<bool>();
      if (headOnly || !known) remember(part, freshly(part, 0));
      sum.add_(remembered.pooled.select(1, at).index_select(0, which));
    }
  }
  if (!headOnly) {
    const at::Tensor value = freshly(fresh, dropout);
    remember(fresh, value);
    sum = sum + value * (segments_.dropped * double(parts_.size()) + 1 - segments_.dropped);
  }
  const at::Tensor joined = scoresOfPooled(description_, weights, sum, dropout);
  if (!description_.tables) return joined;
  const at::Tensor tables = tableScores(weights, choices, dropout);
  return joined + (headOnly ? tables.detach() : tables);
}

at::Tensor TorchScores::together(const NamedTensors& weights, const at::Tensor& some) const {
  std::vector<at::Tensor> parts;
  for (int64_t begin = 0; begin < some.size(0); begin += kScoredTogether)
    parts.push_back(of(weights, some.narrow(0, begin, std::min(kScoredTogether, some.size(0) - begin)), 0));
  return parts.empty() ? at::empty({0}) : at::cat(parts);
}

at::Tensor TorchScores::all(const NamedTensors& weights, const at::Tensor& some) const {
  const at::NoGradGuard noGradients;
  if (description_.join == Join::kTables) return of(weights, some, 0);
  const at::Tensor which = (some.defined() ? some : at::arange(count_, at::kLong)).to(device_);
  if (!description_.crossed) return together(weights, which);
  at::Generator random = at::detail::createCPUGenerator(kShuffleSeed);
  at::Tensor sum = at::zeros({which.size(0)}, device_);
  for (int i = 0; i < kShuffles; ++i) {
    const at::Tensor order = at::randperm(which.size(0), random, at::kLong).to(device_);
    sum.index_add_(0, order, together(weights, which.index_select(0, order)));
  }
  return sum / kShuffles;
}

}  // namespace hlorank::model
