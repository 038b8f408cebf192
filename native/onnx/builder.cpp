#include "native/onnx/builder.h"

#include <protozero/pbf_writer.hpp>

namespace hlorank::onnx {
namespace {

// Field numbers and type codes of the protobuf messages in onnx.proto.
namespace model_field {
constexpr int kIrVersion = 1, kProducerName = 2, kGraph = 7, kOpsetImport = 8, kMetadata = 14;
}
namespace graph_field {
constexpr int kNode = 1, kName = 2, kInitializer = 5, kInput = 11, kOutput = 12;
}
namespace node_field {
constexpr int kInput = 1, kOutput = 2, kName = 3, kOpType = 4, kAttribute = 5;
}
namespace attribute_field {
constexpr int kName = 1, kFloat = 2, kInteger = 3, kText = 4, kIntegers = 8, kType = 20;
constexpr int kTypeFloat = 1, kTypeInteger = 2, kTypeText = 3, kTypeIntegers = 7;
}  // namespace attribute_field
namespace tensor_field {
constexpr int kDims = 1, kDataType = 2, kName = 8, kRawData = 9;
}
namespace value_field {
constexpr int kName = 1, kType = 2;
constexpr int kTensorType = 1, kElementType = 1, kShape = 2, kDimension = 1, kDimensionValue = 1, kDimensionName = 2;
}  // namespace value_field
namespace opset_field {
constexpr int kDomain = 1, kVersion = 2;
}
namespace pair_field {
constexpr int kKey = 1, kValue = 2;
}

template <class T>
std::string tensor(const std::string& name, ElementType type, const std::vector<int64_t>& shape,
                   const std::vector<T>& values) {
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  for (int64_t dimension : shape) writer.add_int64(tensor_field::kDims, dimension);
  writer.add_int32(tensor_field::kDataType, int(type));
  writer.add_string(tensor_field::kName, name);
  writer.add_bytes(tensor_field::kRawData, reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  return bytes;
}

bool isNumber(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::string Builder::tensorType(ElementType type, const std::vector<std::string>& shape, const std::string& name) {
  std::string shapeBytes;
  for (const std::string& dimension : shape) {
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    if (isNumber(dimension))
      writer.add_int64(value_field::kDimensionValue, std::stoll(dimension));
    else
      writer.add_string(value_field::kDimensionName, dimension);
    protozero::pbf_writer(shapeBytes).add_message(value_field::kDimension, bytes);
  }
  std::string tensorBytes, typeBytes, bytes;
  protozero::pbf_writer tensorWriter(tensorBytes);
  tensorWriter.add_int32(value_field::kElementType, int(type));
  tensorWriter.add_message(value_field::kShape, shapeBytes);
  protozero::pbf_writer(typeBytes).add_message(value_field::kTensorType, tensorBytes);
  protozero::pbf_writer writer(bytes);
  writer.add_string(value_field::kName, name);
  writer.add_message(value_field::kType, typeBytes);
  return bytes;
}

Value Builder::input(const std::string& name, ElementType type, const std::vector<std::string>& shape) {
  if (named_.insert(name).second)
    protozero::pbf_writer(inputs_).add_message(graph_field::kInput, tensorType(type, shape, name));
  return {name};
}

Value Builder::floats(const std::string& name, const std::vector<int64_t>& shape, const std::vector<float>& values) {
  if (named_.insert(name).second)
    protozero::pbf_writer(initialisers_)
        .add_message(graph_field::kInitializer, tensor(name, ElementType::kFloat, shape, values));
  return {name};
}

Value Builder::integers(const std::string& name, const std::vector<int64_t>& shape,
                        const std::vector<int64_t>& values) {
  if (named_.insert(name).second)
    protozero::pbf_writer(initialisers_)
        .add_message(graph_field::kInitializer, tensor(name, ElementType::kInt64, shape, values));
  return {name};
}

void Builder::output(const Value& value, const std::string& name, const std::vector<std::string>& shape) {
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  writer.add_string(node_field::kInput, value.name);
  writer.add_string(node_field::kOutput, name);
  writer.add_string(node_field::kName, name);
  writer.add_string(node_field::kOpType, "Identity");
  protozero::pbf_writer(nodes_).add_message(graph_field::kNode, bytes);
  protozero::pbf_writer(outputs_).add_message(graph_field::kOutput, tensorType(ElementType::kFloat, shape, name));
}

Value Builder::node(const std::string& type, const std::vector<Value>& inputs,
                    const std::vector<Attribute>& attributes) {
  const Value result{type + "_" + std::to_string(counter_++)};
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  for (const Value& input : inputs) writer.add_string(node_field::kInput, input.name);
  writer.add_string(node_field::kOutput, result.name);
  writer.add_string(node_field::kName, result.name);
  writer.add_string(node_field::kOpType, type);
  for (const Attribute& attribute : attributes) {
    std::string attributeBytes;
    protozero::pbf_writer attributeWriter(attributeBytes);
    attributeWriter.add_string(attribute_field::kName, attribute.name);
    switch (attribute.kind) {
      case Attribute::Kind::kInteger:
        attributeWriter.add_int64(attribute_field::kInteger, attribute.integer);
        attributeWriter.add_int32(attribute_field::kType, attribute_field::kTypeInteger);
        break;
      case Attribute::Kind::kIntegers:
        attributeWriter.add_int64(attribute_field::kIntegers, attribute.integer);  // a list of one element
        attributeWriter.add_int32(attribute_field::kType, attribute_field::kTypeIntegers);
        break;
      case Attribute::Kind::kFloat:
        attributeWriter.add_float(attribute_field::kFloat, attribute.number);
        attributeWriter.add_int32(attribute_field::kType, attribute_field::kTypeFloat);
        break;
      case Attribute::Kind::kText:
        attributeWriter.add_bytes(attribute_field::kText, attribute.text);
        attributeWriter.add_int32(attribute_field::kType, attribute_field::kTypeText);
        break;
    }
    writer.add_message(node_field::kAttribute, attributeBytes);
  }
  protozero::pbf_writer(nodes_).add_message(graph_field::kNode, bytes);
  return result;
}

Value Builder::gather(const Value& table, const Value& indices, int axis) {
  return node("Gather", {table, indices}, {{Attribute::Kind::kInteger, "axis", axis, 0, {}}});
}
Value Builder::matMulTransposed(const Value& x, const Value& weight, const Value& bias) {
  return node("Gemm", {x, weight, bias}, {{Attribute::Kind::kInteger, "transB", 1, 0, {}}});
}
Value Builder::matMul(const Value& a, const Value& b) {
  return node("MatMul", {a, b});
}
Value Builder::transpose(const Value& matrix) {
  return node("Transpose", {matrix});
}
Value Builder::relu(const Value& x) {
  return node("Relu", {x});
}
Value Builder::exp(const Value& x) {
  return node("Exp", {x});
}
Value Builder::log(const Value& x) {
  return node("Log", {x});
}
Value Builder::sigmoid(const Value& x) {
  return node("Sigmoid", {x});
}
Value Builder::clip(const Value& x, const Value& least, const Value& most) {
  return node("Clip", {x, least, most});
}
Value Builder::layerNormalization(const Value& x, const Value& gain, const Value& offset, float epsilon) {
  return node("LayerNormalization", {x, gain, offset},
              {{Attribute::Kind::kInteger, "axis", -1, 0, {}}, {Attribute::Kind::kFloat, "epsilon", 0, epsilon, {}}});
}
Value Builder::add(const Value& a, const Value& b) {
  return node("Add", {a, b});
}
Value Builder::subtract(const Value& a, const Value& b) {
  return node("Sub", {a, b});
}
Value Builder::multiply(const Value& a, const Value& b) {
  return node("Mul", {a, b});
}
Value Builder::divide(const Value& a, const Value& b) {
  return node("Div", {a, b});
}
Value Builder::maximum(const Value& a, const Value& b) {
  return node("Max", {a, b});
}
Value Builder::concat(const std::vector<Value>& parts, int axis) {
  return node("Concat", parts, {{Attribute::Kind::kInteger, "axis", axis, 0, {}}});
}
Value Builder::reduceSum(const Value& x, const Value& axes) {
  return node("ReduceSum", {x, axes}, {{Attribute::Kind::kInteger, "keepdims", 0, 0, {}}});
}
Value Builder::reduceMean(const Value& x, int axis) {
  return node("ReduceMean", {x}, {{Attribute::Kind::kIntegers, "axes", axis, 0, {}}});
}
Value Builder::reduceMax(const Value& x, int axis) {
  return node("ReduceMax", {x}, {{Attribute::Kind::kIntegers, "axes", axis, 0, {}}});
}
Value Builder::reduceLogSumExp(const Value& x, int axis) {
  return node("ReduceLogSumExp", {x}, {{Attribute::Kind::kIntegers, "axes", axis, 0, {}}});
}
Value Builder::unsqueeze(const Value& x, const Value& axes) {
  return node("Unsqueeze", {x, axes});
}
Value Builder::shape(const Value& x) {
  return node("Shape", {x});
}
Value Builder::zeros(const Value& shape) {
  return node("ConstantOfShape", {shape});
}
Value Builder::expand(const Value& x, const Value& shape) {
  return node("Expand", {x, shape});
}
Value Builder::scatterAdd(const Value& x, const Value& indices, const Value& updates) {
  return node("ScatterND", {x, indices, updates}, {{Attribute::Kind::kText, "reduction", 0, 0, "add"}});
}

std::string Builder::finish(const std::string& graphName,
                            const std::vector<std::pair<std::string, std::string>>& metadata) const {
  std::string name, opset, model;
  protozero::pbf_writer(name).add_string(graph_field::kName, graphName);
  protozero::pbf_writer opsetWriter(opset);
  opsetWriter.add_string(opset_field::kDomain, "");
  opsetWriter.add_int64(opset_field::kVersion, kOpset);

  protozero::pbf_writer writer(model);
  writer.add_int64(model_field::kIrVersion, kIrVersion);
  writer.add_string(model_field::kProducerName, "hlorank");
  writer.add_message(model_field::kGraph, nodes_ + name + initialisers_ + inputs_ + outputs_);
  writer.add_message(model_field::kOpsetImport, opset);
  for (const auto& [key, value] : metadata) {
    std::string pair;
    protozero::pbf_writer pairWriter(pair);
    pairWriter.add_string(pair_field::kKey, key);
    pairWriter.add_string(pair_field::kValue, value);
    writer.add_message(model_field::kMetadata, pair);
  }
  return model;
}

}  // namespace hlorank::onnx
