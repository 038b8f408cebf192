// Fuzzer body: the parameters of a model.onnx.

#include "native/onnx/network_onnx.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {

void exerciseOnnx(std::string_view bytes) {
  const auto parameters = onnx::readParameters(bytes);
  if (!parameters) return require(!parameters.error().message.empty(), "an error without a message", "");
  for (const model::Parameter& parameter : *parameters) {
    size_t count = 1;
    for (int64_t size : parameter.shape) count *= static_cast<size_t>(size);
    require(parameter.values.size() == count, "the number of values does not match the shape", parameter.name);
  }
}

}  // namespace hlorank::test
