// Weights of a network, read from an ONNX file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::model {

struct Weight {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<float> values;  // values of the weight, row-major
};
using Weights = std::vector<Weight>;

// Prefix of the names of those ONNX initialisers that are constants of the graph instead of weights.
inline constexpr std::string_view kConstantPrefix = "const.";

// Reads the weights from the bytes of an ONNX model. The weights are all float initialisers except constants
// (kConstantPrefix). Error: the bytes are not an ONNX model that `hlorank train` or `export` wrote.
Result<Weights> readWeights(std::string_view bytes);

// Returns the weight with the given name. Returns null if there is none.
const Weight* find(const Weights& weights, std::string_view name);

}  // namespace hlorank::model
