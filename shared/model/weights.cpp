#include "shared/model/weights.h"

#include <cstring>
#include <protozero/pbf_reader.hpp>

namespace hlorank::model {
namespace {

constexpr uint32_t kModelGraph = 7, kGraphInitializer = 5;
constexpr uint32_t kTensorDims = 1, kTensorType = 2, kTensorName = 8, kTensorRawData = 9;
constexpr int32_t kFloat = 1;  // number of the type float in TensorProto.DataType

Error unreadable(const std::string& what) {
  return {"model.onnx " + what, "use a model that `hlorank export` wrote"};
}

// Reads a TensorProto. Returns a weight with an empty name if the tensor is not of type float. Error: the tensor has
// too many elements, or does not store them as raw_data.
Result<Weight> readTensor(protozero::pbf_reader tensor) {
  Weight weight;
  int32_t type = 0;
  protozero::data_view raw;
  int64_t count = 1;
  while (tensor.next()) {
    if (tensor.tag() == kTensorDims && tensor.wire_type() == protozero::pbf_wire_type::varint) {
      const int64_t dimension = tensor.get_int64();
      constexpr int64_t kMost = int64_t{1} << 32;
      if (dimension < 0 || dimension > kMost || __builtin_mul_overflow(count, dimension, &count) || count > kMost)
        return unreadable("has a tensor of more than 2^32 elements");
      weight.shape.push_back(dimension);
    } else if (tensor.tag() == kTensorType && tensor.wire_type() == protozero::pbf_wire_type::varint) {
      type = tensor.get_int32();
    } else if (tensor.tag() == kTensorName && tensor.wire_type() == protozero::pbf_wire_type::length_delimited) {
      weight.name = tensor.get_string();
    } else if (tensor.tag() == kTensorRawData && tensor.wire_type() == protozero::pbf_wire_type::length_delimited) {
      raw = tensor.get_view();
    } else {
      tensor.skip();
    }
  }
  if (type != kFloat) return Weight{};
  if (raw.size() != size_t(count) * sizeof(float))
    return unreadable("stores the array '" + weight.name + "' in another form than raw_data of its shape");
  weight.values.resize(size_t(count));
  if (count > 0) std::memcpy(weight.values.data(), raw.data(), raw.size());
  return weight;
}

}  // namespace

Result<Weights> readWeights(std::string_view bytes) {
  Weights weights;
  try {
    protozero::pbf_reader reader(bytes.data(), bytes.size());
    while (reader.next(kModelGraph, protozero::pbf_wire_type::length_delimited)) {
      protozero::pbf_reader graph = reader.get_message();
      while (graph.next(kGraphInitializer, protozero::pbf_wire_type::length_delimited)) {
        auto tensor = readTensor(graph.get_message());
        if (!tensor) return tensor.error();
        const bool constant = tensor->name.empty() || tensor->name.rfind(kConstantPrefix, 0) == 0;
        if (!constant) weights.push_back(std::move(*tensor));
      }
    }
  } catch (const protozero::exception&) {
    return unreadable("is damaged or truncated: it is not a complete ONNX file");
  }
  if (weights.empty()) return unreadable("has no weights");
  return weights;
}

const Weight* find(const Weights& weights, std::string_view name) {
  for (const Weight& weight : weights)
    if (weight.name == name) return &weight;
  return nullptr;
}

}  // namespace hlorank::model
