#include "native/onnx/network_onnx.h"

#include <cassert>
#include <optional>

#include "native/model/network.h"
#include "native/onnx/builder.h"

namespace hlorank::onnx {
namespace {

struct InputType {
  ElementType type;
  std::vector<std::string> shape;
};

// Returns the element type and shape of an input of a stage network (for schedules); nullopt for other names.
std::optional<InputType> stageTypeOf(const std::string& name, const model::Description& d) {
  if (name == "stage") return InputType{ElementType::kFloat, {"stages", std::to_string(d.nodeFeatures)}};
  if (name == "schedule") return InputType{ElementType::kFloat, {"rows", std::to_string(d.scheduleFeatures)}};
  if (name == "stageOf" || name == "configuration") return InputType{ElementType::kInt64, {"rows"}};
  if (name == "consumer" || name == "producer") return InputType{ElementType::kInt64, {"edges"}};
  if (name == "pipeline") return InputType{ElementType::kInt64, {"configurations"}};
  return std::nullopt;
}

InputType typeOf(const std::string& name, const model::Description& d) {
  if (d.join == model::Join::kStages)
    if (const auto type = stageTypeOf(name, d)) return *type;
  if (name == "terms") return {ElementType::kFloat, {"rows", std::to_string(model::kTerms)}};
  if (name == "slot") return {ElementType::kFloat, {"rows", std::to_string(d.slotFeatures)}};
  if (name == "node") return {ElementType::kFloat, {"nodes", std::to_string(d.nodeFeatures)}};
  if (name == "opcode") return {ElementType::kInt64, {"nodes"}};
  if (name == "pairs") return {ElementType::kInt64, {"entries", "2"}};
  if (name == "consumer" || name == "producer") return {ElementType::kInt64, {"edges"}};
  if (name == "gates") return {ElementType::kFloat, {"rows", std::to_string(model::kGates)}};
  if (name == "pairRelation") return {ElementType::kInt64, {"entries"}};
  if (name == "pairGates") return {ElementType::kFloat, {"entries"}};
  if (name == "choices") return {ElementType::kInt64, {"put", "configurations", "3"}};
  if (name == "tile") return {ElementType::kFloat, {"configurations", std::to_string(d.tileFeatures)}};
  if (name == "access") return {ElementType::kFloat, {"accesses", std::to_string(d.accessFeatures)}};
  if (name == "accessOf" || name == "configuration") return {ElementType::kInt64, {"occurrences"}};
  if (name == "weight") return {ElementType::kFloat, {"occurrences"}};
  if (name == "work") return {ElementType::kFloat, {"configurations"}};
  if (name == "referenceSet")
    return {ElementType::kFloat, {std::to_string(d.members), std::to_string(model::pooledWidth(d))}};
  if (name == "unit") return {ElementType::kFloat, {"1"}};
  const size_t dot = name.find('.');
  if (dot != std::string::npos) {  // a message passing layer has several arrays, such as "source.2"
    const std::string array = name.substr(0, dot), level = name.substr(dot);
    if (array == "nodes") return {ElementType::kInt64, {"reached" + level}};
    return {array == "share" ? ElementType::kFloat : ElementType::kInt64, {"messages" + level}};
  }
  return {ElementType::kInt64, {"rows"}};  // the inputs rowNode, rowValue and freeRow
}

const std::string kConstant(model::kConstantPrefix);

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
  Value log(const Value& x) { return builder_.log(x); }
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
    const Value rows = builder_.unsqueeze(target, integerList(1));  // [edges, 1]
    const Value sum = builder_.scatterAdd(builder_.zeros(builder_.shape(x)), rows, builder_.gather(x, source));
    const Value ones = builder_.expand(scalar(1), builder_.shape(rows));  // [edges, 1]
    const Value nodes = builder_.gather(builder_.shape(x), integerList(0));
    const Value none = builder_.zeros(builder_.concat({nodes, integerList(1)}, 0));  // [nodes, 1]
    const Value degree = builder_.scatterAdd(none, rows, ones);
    return builder_.divide(sum, builder_.maximum(degree, scalar(1)));
  }
  Value product(const Value& x, const Value& weight) { return builder_.matMul(x, builder_.transpose(weight)); }
  // Gathers the encoding of each selected layout, [nodes, configurations, 3 tensors, width], and sums over the tensors
  // of each node.
  Value sumRowsPerNode(const Value& rows, const Value& choices) {
    return builder_.reduceSum(builder_.gather(appendZeroRow(rows), choices), integerList(2));
  }
  Value sumRowsPerConfiguration(const Value& rows, const Value& choices) {
    return builder_.reduceSum(sumRowsPerNode(rows, choices), integerList(0));
  }
  Value broadcastToNodes(const Value& x, const Value& nodes) {
    return builder_.expand(builder_.unsqueeze(x, integerList(0)),
                           builder_.concat({builder_.shape(nodes), builder_.shape(x)}, 0));
  }
  model::LayerState<Value> addConfigurations(const Value& encoding, const Value& base) {
    const Value state = builder_.unsqueeze(base, integerList(1));  // [nodes, 1, width]
    const Value difference = builder_.subtract(builder_.relu(builder_.add(encoding, state)), builder_.relu(state));
    return {difference, builder_.reduceSum(difference, integerList(0))};
  }
  model::LayerState<Value> messageLayer(const Value& difference, const std::vector<Value>& weights, const Value& base,
                                        int level, bool /*isLast*/) {
    const auto array = [&](const char* name) { return input(model::levelName(name, level)); };
    std::vector<Value> tables;
    for (const Value& weight : weights) tables.push_back(product(difference, weight));
    const Value source =
        builder_.gather(builder_.concat(tables, 0), array("source"));  // [messages, configurations, width]
    const Value share = builder_.unsqueeze(builder_.unsqueeze(array("share"), integerList(1)), integerList(1));
    const Value rows = builder_.gather(builder_.shape(base), integerList(0));
    const Value configurations = builder_.gather(builder_.shape(difference), integerList(1));
    const Value width = builder_.gather(builder_.shape(difference), integerList(2));
    const Value nothing = builder_.zeros(builder_.concat({rows, configurations, width}, 0));
    return addConfigurations(builder_.scatterAdd(nothing, builder_.unsqueeze(array("target"), integerList(1)),
                                                 builder_.multiply(source, share)),
                             base);
  }
  Value concatRow(const Value& x, const Value& row) {
    const Value rows = builder_.gather(builder_.shape(x), integerList(0));
    const Value width = builder_.gather(builder_.shape(row), integerList(1));
    return builder_.concat({x, builder_.expand(row, builder_.concat({rows, width}, 0))}, 1);
  }
  Value meanRow(const Value& x) { return builder_.reduceMean(x, 0); }
  Value maxRow(const Value& x) { return builder_.reduceMax(x, 0); }
  Value sigmoid(const Value& x) { return builder_.sigmoid(x); }
  Value logOfOnePlus(const Value& x) { return builder_.log(builder_.add(x, scalar(1))); }
  Value logSumExpOfRows(const Value& x) { return builder_.reduceLogSumExp(x, 0); }
  Value stackRows(const std::vector<Value>& rows) { return builder_.concat(rows, 0); }
  Value addPerConfiguration(const Value& base, const Value& configuration, const Value& values) {
    return builder_.scatterAdd(base, builder_.unsqueeze(configuration, integerList(1)), values);
  }
  Value referenceSet(const Value& /*heated*/, int /*size*/, int member) {
    return builder_.gather(input("referenceSet"), integerList(member));
  }

 private:
  // Appends a row of zeros to x [rows, width].
  Value appendZeroRow(const Value& x) {
    return builder_.concat({x, builder_.multiply(builder_.gather(x, integerList(0)), scalar(0))}, 0);
  }
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
  if (description.tables) builder.output(out.rows, "rows", {"rows"});
  if (out.pairs) builder.output(*out.pairs, "pairEntries", {"entries"});
  if (out.members) builder.output(*out.members, "members", {"rows", std::to_string(description.members)});
  if (out.scores) builder.output(*out.scores, "scores", {"configurations"});
  if (out.times) builder.output(*out.times, "stageTimes", {"rows"});
  if (out.asReferenceSet)
    builder.output(*out.asReferenceSet, "asReferenceSet",
                   {std::to_string(description.members), std::to_string(model::pooledWidth(description))});
  return builder.finish("hlorank", {});
}

}  // namespace hlorank::onnx
