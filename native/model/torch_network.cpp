#include "native/model/torch_network.h"

#include <algorithm>
#include <limits>

#include "native/model/delta_layer.h"
#include "native/model/row_product.h"
#include "native/model/row_sums.h"
#include "shared/model/pair_blocks.h"

namespace hlorank::model {
namespace {

class TorchOps {
 public:
  using Value = at::Tensor;

  TorchOps(const NamedTensors& parameters, const NamedTensors& inputs, double dropout)
      : parameters_(parameters), inputs_(inputs), dropout_(dropout) {}

  Value parameter(const std::string& name, const std::vector<int64_t>& shape, Start, Training) {
    const Value& value = named(parameters_, name, "weight");
    TORCH_CHECK(value.sizes() == at::IntArrayRef(shape), "weight '", name, "' has shape ", value.sizes(), ", expected ",
                at::IntArrayRef(shape));
    return value;
  }
  Value input(const std::string& name) { return named(inputs_, name, "input"); }
  Value constant(const std::vector<float>& values) {
    return at::tensor(at::ArrayRef<float>(values), at::TensorOptions().dtype(at::kFloat)).to(device());
  }
  Value gather(const Value& table, const Value& index) { return gatherRows(table, index); }
  Value column(const Value& x, int i) { return x.select(1, i); }
  Value withZeroRow(const Value& x) { return at::cat({x, at::zeros({1, x.size(1)}, x.options())}); }
  Value linear(const Value& x, const Value& weight, const Value& bias) { return rowProduct(x, weight, bias); }
  Value relu(const Value& x) { return at::relu(x); }
  Value exp(const Value& x) { return at::exp(x); }
  Value log(const Value& x) { return at::log(x); }
  Value clamp(const Value& x, float most) { return at::clamp(x, -most, most); }
  Value scaled(const Value& x, float factor) { return x * factor; }
  Value dropout(const Value& x) { return dropout_ > 0 ? at::dropout(x, dropout_, /*train=*/true) : x; }
  Value layerNorm(const Value& x, const Value& gain, const Value& offset) {
    return at::layer_norm(x, {x.size(1)}, gain, offset, kLayerNormEpsilon);
  }
  Value add(const Value& a, const Value& b) { return a + b; }
  Value subtract(const Value& a, const Value& b) { return a - b; }
  Value multiply(const Value& a, const Value& b) { return a * b; }
  Value concat(const std::vector<Value>& parts) { return at::cat(parts, 1); }
  Value sumColumns(const Value& x) { return x.sum(1); }
  Value asColumn(const Value& x) { return x.unsqueeze(1); }
  Value meanOverEdges(const Value& x, const Value& target, const Value& source) {
    const Value sum = sumRows(x, source, target, x.size(0));
    const Value degree = at::bincount(target, {}, x.size(0)).clamp_min(1).to(x.scalar_type());
    return sum / degree.unsqueeze(1);
  }
  Value product(const Value& x, const Value& weight) {
    return rowProduct(x, weight, at::zeros({weight.size(0)}, x.options()));
  }
  Value sumRowsPerNode(const Value& rows, const Value& choices) {
    return sumOf(rows, choices.reshape({-1, choices.size(2)})).view({choices.size(0), choices.size(1), rows.size(1)});
  }
  Value sumRowsPerConfiguration(const Value& rows, const Value& choices) {
    return sumOf(rows, choices.permute({1, 0, 2}).reshape({choices.size(1), -1}));
  }
  Value broadcastToNodes(const Value& x, const Value& nodes) {
    return x.unsqueeze(0).expand({nodes.size(0), x.size(0), x.size(1)});
  }
  LayerState<Value> addConfigurations(const Value& encoding, const Value& base) {
    return layerState(joinConfigurations(encoding, base, pooledRows(0)));
  }
  LayerState<Value> messageLayer(const Value& difference, const std::vector<Value>& weights, const Value& base,
                                 int level, bool isLast) {
    const auto array = [&](const char* name) { return input(levelName(name, level)); };
    return layerState(passMessages(difference, weights, base, {array("source"), array("target"), array("share")},
                                   pooledRows(level), isLast));
  }
  Value concatRow(const Value& x, const Value& row) { return at::cat({x, row.expand({x.size(0), row.size(1)})}, 1); }
  Value meanRow(const Value& x) { return x.mean(0, /*keepdim=*/true); }
  Value maxRow(const Value& x) { return std::get<0>(x.max(0, /*keepdim=*/true)); }
  Value sigmoid(const Value& x) { return at::sigmoid(x); }
  Value logOfOnePlus(const Value& x) { return at::log1p(x); }
  Value logSumExpOfRows(const Value& x) { return x.logsumexp(0, /*keepdim=*/true); }
  Value stackRows(const std::vector<Value>& rows) { return at::cat(rows, 0); }
  Value addPerConfiguration(const Value& base, const Value& configuration, const Value& values) {
    return base.index_add(0, configuration, values);
  }
  // Returns a summary of the reference set (the configurations that attention compares with), for network `member`.
  // Without the input `referenceSet`, the set is the first `size` configurations of the batch.
  Value referenceSet(const Value& heated, int size, int member) {
    const auto given = inputs_.find("referenceSet");
    if (given != inputs_.end()) return given->second.narrow(0, member, 1);
    return logSumExpOfRows(heated.narrow(0, 0, std::min<int64_t>(heated.size(0), size)));
  }

 private:
  at::Device device() const {
    return parameters_.empty() ? at::Device(at::kCPU) : parameters_.begin()->second.device();
  }
  // Sums rows of `table` [R, width] that each row of `index` [M, K] lists by their indices. The index R stands for a
  // row of zeros. Returns [M, width].
  static Value sumOf(const Value& table, const Value& index) {
    const Value padded = at::cat({table, at::zeros({1, table.size(1)}, table.options())});
    const Value flat = index.reshape({-1});
    const Value begin = at::arange(0, flat.size(0), index.size(1), flat.options());
    return std::get<0>(at::embedding_bag(padded, flat, begin, /*scale_grad_by_freq=*/false, /*mode: sum*/ 0));
  }
  static LayerState<Value> layerState(const LayerOutputs& out) { return {out.difference, out.pooled}; }
  // Returns the number of nodes of message passing level `level` whose states are pooled. That is all nodes, unless the
  // input is a graph segment (part of a graph that is too large to train on at once).
  int64_t pooledRows(int level) {
    const auto found = inputs_.find(levelName("pooled", level));
    return found == inputs_.end() ? input(levelName("nodes", level)).size(0) : found->second.item<int64_t>();
  }

  static const Value& named(const NamedTensors& tensors, const std::string& name, const char* kind) {
    const auto found = tensors.find(name);
    TORCH_CHECK(found != tensors.end(), "the network needs the ", kind, " '", name, "'");
    return found->second;
  }

  const NamedTensors& parameters_;
  const NamedTensors& inputs_;
  double dropout_;
};

template <class T>
at::Tensor copied(const std::vector<T>& values, const std::vector<int64_t>& shape) {
  const auto type = std::is_same_v<T, float> ? at::kFloat : at::kLong;
  at::Tensor tensor = at::empty(shape, at::TensorOptions().dtype(type));
  TORCH_CHECK(size_t(tensor.numel()) == values.size(), "an array has ", values.size(), " values, expected shape ",
              at::IntArrayRef(shape));
  std::copy(values.begin(), values.end(), tensor.data_ptr<T>());
  return tensor;
}

at::Tensor indices(const std::vector<int64_t>& values) {
  return copied(values, {int64_t(values.size())});
}

}  // namespace

NamedTensors toTorch(const Parameters& parameters, bool learning, at::Device device) {
  NamedTensors tensors;
  for (const Parameter& parameter : parameters) {
    at::Tensor tensor = copied(parameter.values, parameter.shape).to(device);
    if (learning && parameter.training != Training::kFixed) tensor.requires_grad_(true);
    tensors.emplace(parameter.name, std::move(tensor));
  }
  return tensors;
}

NamedTensors toTorch(const std::vector<Tensor>& inputs, at::Device device) {
  NamedTensors tensors;
  for (const Tensor& input : inputs)
    tensors.emplace(input.name,
                    std::visit([&](const auto& data) { return copied(data, input.shape).to(device); }, input.data));
  return tensors;
}

NetworkOutputs<at::Tensor> forward(const Description& description, const NamedTensors& parameters,
                                   const NamedTensors& inputs, double dropout, Extent extent) {
  TorchOps ops(parameters, inputs, dropout);
  return network(ops, description, extent);
}

at::Tensor computePooled(const Description& description, const NamedTensors& parameters, const NamedTensors& inputs,
                         double dropout) {
  TorchOps ops(parameters, inputs, dropout);
  const at::Tensor slot = slotFeaturesOf(ops, description, "");
  return poolConfigurations(ops, description, "", slot, {});
}

HeadOutputs<at::Tensor> scoresOfPooled(const Description& description, const NamedTensors& parameters,
                                       const NamedTensors& inputs, const at::Tensor& pooled, double dropout) {
  TorchOps ops(parameters, inputs, dropout);
  return head(ops, description, 0, "", pooled);
}

ScoreIndex scoreIndex(const configs::Configurations& configurations, const AnalyticalCosts& analytical) {
  const configs::LayoutTable& table = configurations.table;
  const int64_t slots = int64_t(table.slots.size());
  std::vector<std::vector<int64_t>> slotsOfValue(analytical.values);
  for (int64_t slot = 0; slot < slots; ++slot) slotsOfValue[analytical.valueOfSlot[size_t(slot)]].push_back(slot);
  size_t most = 1;
  for (const auto& group : slotsOfValue) most = std::max(most, group.size());
  std::vector<int64_t> padded;
  padded.reserve(slotsOfValue.size() * most);
  for (const auto& group : slotsOfValue) {
    padded.insert(padded.end(), group.begin(), group.end());
    padded.resize(padded.size() + most - group.size(), slots);
  }

  const auto rowsOf = [&](uint32_t slot) { return int64_t(table.rowBegin[slot + 1]) - int64_t(table.rowBegin[slot]); };
  std::vector<int64_t> referenceRow;
  for (uint32_t slot = 0; slot < slots; ++slot)
    referenceRow.insert(referenceRow.end(), size_t(rowsOf(slot)),
                        table.rowBegin[slot] + configurations.reference[slot]);
  std::vector<int64_t> begin, first, second, secondRows, referenceEntry;
  for (const PairBlock& pair : pairBlocks(table, analytical)) {
    begin.push_back(int64_t(pair.begin));
    first.push_back(pair.a);
    second.push_back(pair.b);
    secondRows.push_back(pair.rowsB);
    referenceEntry.push_back(int64_t(pair.entry(configurations.reference[pair.a], configurations.reference[pair.b])));
  }
  ScoreIndex index;
  index.rowBegin = indices(std::vector<int64_t>(table.rowBegin.begin(), table.rowBegin.begin() + slots));
  index.slotsOfValue = copied(padded, {int64_t(slotsOfValue.size()), int64_t(most)});
  index.pairBegin = indices(begin);
  index.pairFirst = indices(first);
  index.pairSecond = indices(second);
  index.secondRows = indices(secondRows);
  index.referenceRow = indices(referenceRow);
  index.referenceEntry = indices(referenceEntry);
  return index;
}

at::Tensor scores(const Description& description, const NetworkOutputs<at::Tensor>& tables, const ScoreIndex& index,
                  const at::Tensor& choices) {
  const at::Tensor selected = choices.to(at::kLong);  // [configurations, configurable tensors]
  const at::Tensor rows = (selected + index.rowBegin).flatten();
  const at::Tensor relative = tables.rows - tables.rows.index_select(0, index.referenceRow);
  // [configurations, configurable tensors]
  at::Tensor u = relative.index_select(0, rows).view({selected.size(0), selected.size(1)});
  at::Tensor z;
  if (description.aggregation == Aggregation::kSum) {
    z = u.sum(1);
  } else {
    // Adds a last column of −∞, which is never the largest. The padding of slotsOfValue points to that column.
    u = at::cat({u, at::full({u.size(0), 1}, -std::numeric_limits<float>::infinity(), u.options())}, 1);
    const at::Tensor grouped = u.index_select(1, index.slotsOfValue.flatten())
                                   .view({u.size(0), index.slotsOfValue.size(0), index.slotsOfValue.size(1)});
    z = std::get<0>(grouped.max(2)).sum(1);
  }
  if (tables.pairs && index.pairBegin.size(0) > 0) {
    // [configurations, pairs of neighbouring tensors]
    const at::Tensor entries = index.pairBegin + selected.index_select(1, index.pairFirst) * index.secondRows +
                               selected.index_select(1, index.pairSecond);
    z = z + (tables.pairs->index_select(0, entries.flatten()).view(entries.sizes()) -
             tables.pairs->index_select(0, index.referenceEntry))
                .sum(1);
  }
  return description.scale == Scale::kIdentity ? z : kSignedLogFactor * at::sign(z) * at::log1p(at::abs(z));
}

}  // namespace hlorank::model
