// Converts the inputs of a neural network to JavaScript (type Tensor in answers.ts), and its outputs from typed arrays.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <vector>

#include "shared/model/inputs.h"
#include "wasm/answers.h"

namespace hlorank {

inline emscripten::val toBigInt64Array(const std::vector<int64_t>& values) {
  const emscripten::val bytes =
      copied("Uint8Array", reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(int64_t));
  return emscripten::val::global("BigInt64Array").new_(bytes["buffer"]);
}

// Copies the values of a JavaScript Float32Array.
inline std::vector<float> toFloats(const emscripten::val& array) {
  std::vector<float> values(array["length"].as<size_t>());
  if (!values.empty())
    emscripten::val(emscripten::typed_memory_view(values.size(), values.data())).call<void>("set", array);
  return values;
}

inline emscripten::val toJavaScript(const model::Tensor& tensor) {
  emscripten::val shape = emscripten::val::array();
  for (int64_t dimension : tensor.shape) shape.call<void>("push", static_cast<double>(dimension));
  emscripten::val entry = emscripten::val::object();
  entry.set("name", tensor.name);
  entry.set("shape", shape);
  if (const auto* values = std::get_if<std::vector<float>>(&tensor.data)) {
    entry.set("data", copied("Float32Array", values->data(), values->size()));
  } else {
    entry.set("data", toBigInt64Array(std::get<std::vector<int64_t>>(tensor.data)));
  }
  return entry;
}

inline emscripten::val toJavaScript(const std::vector<model::Tensor>& tensors) {
  emscripten::val list = emscripten::val::array();
  for (const model::Tensor& tensor : tensors) list.call<void>("push", toJavaScript(tensor));
  return list;
}

}  // namespace hlorank
