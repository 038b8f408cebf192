// Fuzz target for the weights in a model.onnx.

#include "shared/model/weights.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {

void exerciseOnnx(std::string_view bytes) {
  const auto weights = model::readWeights(bytes);
  if (!weights) return require(!weights.error().message.empty(), "an error without a message", "");
  for (const model::Weight& weight : *weights) {
    size_t count = 1;
    for (int64_t size : weight.shape) count *= static_cast<size_t>(size);
    require(weight.values.size() == count, "the number of values does not match the shape", weight.name);
  }
}

}  // namespace hlorank::test
