#include "native/model/parameters.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "native/model/network.h"

namespace hlorank::model {
namespace {

// A class of operations for the templates of network.h that computes nothing and records which weights and inputs the
// network uses.
struct ListingOps {
  struct Value {};
  Parameters parameters;
  std::vector<std::string> inputs;

  Value parameter(const std::string& name, std::vector<int64_t> shape, Start start, Training training) {
    parameters.push_back({{name, std::move(shape), {}}, start, training});
    return {};
  }
  Value input(const std::string& name) {
    inputs.push_back(name);
    return {};
  }
  Value constant(std::vector<float>) { return {}; }
  Value gather(Value, Value) { return {}; }
  Value column(Value, int) { return {}; }
  Value withZeroRow(Value) { return {}; }
  Value linear(Value, Value, Value) { return {}; }
  Value relu(Value) { return {}; }
  Value exp(Value) { return {}; }
  Value log(Value) { return {}; }
  Value clamp(Value, float) { return {}; }
  Value scaled(Value, float) { return {}; }
  Value dropout(Value) { return {}; }
  Value layerNorm(Value, Value, Value) { return {}; }
  Value add(Value, Value) { return {}; }
  Value subtract(Value, Value) { return {}; }
  Value multiply(Value, Value) { return {}; }
  Value concat(std::vector<Value>) { return {}; }
  Value sumColumns(Value) { return {}; }
  Value asColumn(Value) { return {}; }
  Value meanOverEdges(Value, Value, Value) { return {}; }
  Value product(Value, Value) { return {}; }
  Value sumRowsPerNode(Value, Value) { return {}; }
  Value sumRowsPerConfiguration(Value, Value) { return {}; }
  Value broadcastToNodes(Value, Value) { return {}; }
  LayerState<Value> addConfigurations(Value, Value) { return {}; }
  LayerState<Value> messageLayer(Value, const std::vector<Value>&, Value, int level, bool) {
    for (const char* array : {"source", "target", "share"}) input(levelName(array, level));
    return {};
  }
  Value concatRow(Value, Value) { return {}; }
  Value meanRow(Value) { return {}; }
  Value maxRow(Value) { return {}; }
  Value sigmoid(Value) { return {}; }
  Value logOfOnePlus(Value) { return {}; }
  Value logSumExpOfRows(Value) { return {}; }
  Value stackRows(std::vector<Value>) { return {}; }
  Value addPerConfiguration(Value, Value, Value) { return {}; }
  Value referenceSet(Value, int, int) { return input("referenceSet"); }
};

// Random numbers from SplitMix64. The distributions are written here, because those of <random> differ between standard
// libraries.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  double uniform() { return double(next() >> 11) * 0x1p-53; }  // in [0, 1)
  double normal() { return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * std::numbers::pi * uniform()); }

 private:
  uint64_t state_;
};

void initialise(Parameter& parameter, Random& random) {
  const int64_t count =
      std::accumulate(parameter.shape.begin(), parameter.shape.end(), int64_t{1}, std::multiplies<>());
  parameter.values.assign(size_t(count), parameter.start == Start::kOne ? 1.0f : 0.0f);
  if (parameter.start == Start::kFanIn) {
    const double bound = 1 / std::sqrt(double(std::max<int64_t>(1, parameter.shape.back())));
    for (float& value : parameter.values) value = float(bound * (2 * random.uniform() - 1));
  } else if (parameter.start == Start::kSmall) {
    for (float& value : parameter.values) value = float(.1 * random.normal());
  }
}

std::string shapeText(const std::vector<int64_t>& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

}  // namespace

Parameters initialParameters(const Description& description, uint64_t seed) {
  Parameters all;
  for (int member = 0; member < description.members; ++member) {
    ListingOps ops;
    memberNetwork(ops, description, member);
    Random random(seed + uint64_t(member));
    for (Parameter& parameter : ops.parameters) {
      initialise(parameter, random);
      all.push_back(std::move(parameter));
    }
  }
  return all;
}

const Parameter* find(const Parameters& parameters, std::string_view name) {
  for (const Parameter& parameter : parameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

Parameter* find(Parameters& parameters, std::string_view name) {
  return const_cast<Parameter*>(find(std::as_const(parameters), name));
}

Result<Parameters> matchParameters(const Description& description, const Weights& values) {
  Parameters matched = initialParameters(description, 0);
  for (Parameter& parameter : matched) {
    const Weight* value = find(values, parameter.name);
    if (!value)
      return Error{"the weights have no array '" + parameter.name + "', which the network needs",
                   "export the model again, or take model.json and weights from the same folder"};
    if (value->shape != parameter.shape)
      return Error{"array '" + parameter.name + "' has shape " + shapeText(value->shape) + ", the network needs " +
                       shapeText(parameter.shape),
                   "export the model again, or take model.json and weights from the same folder"};
    parameter.values = value->values;
  }
  for (const Weight& value : values)
    if (!find(matched, value.name))
      return Error{"the weights have an array '" + value.name + "' that the network does not use",
                   "take model.json and weights from the same folder"};
  return matched;
}

std::vector<std::string> inputNames(const Description& d) {
  ListingOps ops;
  memberNetwork(ops, d, 0);
  std::vector<std::string> names;
  for (const char* name :
       {"terms", "slot", "rowNode", "rowValue", "opcode", "node", "consumer", "producer", "pairs", "freeRow"})
    if (std::find(ops.inputs.begin(), ops.inputs.end(), name) != ops.inputs.end()) names.push_back(name);
  // Appends the remaining inputs (those not yet in `names`) in the order of use.
  for (const std::string& name : ops.inputs)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

}  // namespace hlorank::model
