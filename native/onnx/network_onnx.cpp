#include "native/onnx/network_onnx.h"

#include <cassert>

#include "native/model/network.h"
#include "native/onnx/builder.h"

namespace hlorank::onnx {
namespace {

struct InputType {
  ElementType type;
  std::vector<std::string> shape;
};

InputType typeOf(const std::string& name, const model::Description& d) {
  if (name == "terms") return {ElementType::kFloat, {"rows", std::to_string(model::kTerms)}};
  if (name == "slot") return {ElementType::kFloat, {"rows", std::to_string(d.slotFeatures)}};
  if (name == "node") return {ElementType::kFloat, {"nodes", std::to_string(d.nodeFeatures)}};
  if (name == "opcode") return {ElementType::kInt64, {"nodes"}};
  if (name == "pairs") return {ElementType::kInt64, {"entries", "2"}};
  if (name == "consumer" || name == "producer") return {ElementType::kInt64, {"edges"}};
  return {ElementType::kInt64, {"rows"}};  // rowNode, rowValue, freeRow
}

// Names of constants begin so; no parameter's does.
const std::string kConstant = "const.";

class OnnxOps {
 public:
  using Value = hlorank::onnx::Value;

  OnnxOps(Builder& builder, const model::Description& description, const model::Parameters& parameters)
      : builder_(builder), description_(description), parameters_(parameters) {}

  Value parameter(const std::string& name, const std::vector<int64_t>& shape, model::Start, model::Training) {
    const model::Parameter* found = model::find(parameters_, name);
    assert(found && found->shape == shape);
    return builder_.floats(name, shape, found->values);
  }
  Value input(const std::string& name) {
    const InputType type = typeOf(name, description_);
    return builder_.input(name, type.type, type.shape);
  }
  Value constant(const std::vector<float>& values) {
    std::string name = kConstant;
    for (float value : values) name += std::to_string(value) + ",";
    return builder_.floats(name, {int64_t(values.size())}, values);
  }
  Value gather(const Value& table, const Value& index) { return builder_.gather(table, index); }
  Value column(const Value& x, int i) { return builder_.gather(x, integer(i), 1); }
  Value withZeroRow(const Value& x) {
    return builder_.concat({x, builder_.floats(kConstant + "zeroRow", {1, 1}, {0})}, 0);
  }
  Value linear(const Value& x, const Value& weight, const Value& bias) {
    return builder_.matMulTransposed(x, weight, bias);
  }
  Value relu(const Value& x) { return builder_.relu(x); }
  Value exp(const Value& x) { return builder_.exp(x); }
  Value clamp(const Value& x, float most) { return builder_.clip(x, scalar(-most), scalar(most)); }
  Value scaled(const Value& x, float factor) { return builder_.multiply(x, scalar(factor)); }
  Value dropout(const Value& x) { return x; }
  Value layerNorm(const Value& x, const Value& gain, const Value& offset) {
    return builder_.layerNormalization(x, gain, offset, model::kLayerNormEpsilon);
  }
  Value add(const Value& a, const Value& b) { return builder_.add(a, b); }
  Value subtract(const Value& a, const Value& b) { return builder_.subtract(a, b); }
  Value multiply(const Value& a, const Value& b) { return builder_.multiply(a, b); }
  Value concat(const std::vector<Value>& parts) { return builder_.concat(parts, 1); }
  Value sumColumns(const Value& x) { return builder_.reduceSum(x, integerList(1)); }
  Value asColumn(const Value& x) { return builder_.unsqueeze(x, integerList(1)); }
  Value meanOverEdges(const Value& x, const Value& target, const Value& source) {
    const Value rows = builder_.unsqueeze(target, integerList(1));  // [E, 1]
    const Value sum = builder_.scatterAdd(builder_.zeros(builder_.shape(x)), rows, builder_.gather(x, source));
    const Value ones = builder_.expand(scalar(1), builder_.shape(rows));  // [E, 1]
    const Value nodes = builder_.gather(builder_.shape(x), integerList(0));
    const Value none = builder_.zeros(builder_.concat({nodes, integerList(1)}, 0));  // [N, 1]
    const Value degree = builder_.scatterAdd(none, rows, ones);
    return builder_.divide(sum, builder_.maximum(degree, scalar(1)));
  }

 private:
  Value scalar(float value) { return builder_.floats(kConstant + std::to_string(value), {}, {value}); }
  Value integer(int64_t value) { return builder_.integers(kConstant + "int." + std::to_string(value), {}, {value}); }
  Value integerList(int64_t value) {
    return builder_.integers(kConstant + "ints." + std::to_string(value), {1}, {value});
  }

  Builder& builder_;
  const model::Description& description_;
  const model::Parameters& parameters_;
};

}  // namespace

std::string writeNetwork(const model::Description& description, const model::Parameters& parameters) {
  Builder builder;
  OnnxOps ops(builder, description, parameters);
  const auto out = model::network(ops, description);
  builder.output(out.rows, "rows", {"rows"});
  if (out.pairs) builder.output(*out.pairs, "pairEntries", {"entries"});
  if (out.members) builder.output(*out.members, "members", {"rows", std::to_string(description.members)});
  return builder.finish("hlorank", {});
}

}  // namespace hlorank::onnx
