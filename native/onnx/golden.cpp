#include "native/onnx/golden.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "shared/base/integer_field.h"
#include "shared/base/json.h"

namespace hlorank::onnx {
namespace {

// Returns the largest absolute difference between the recorded values `expected` of the network output `name` and the
// computed values `found`; infinity if a difference is NaN or infinite. Error: the numbers of values differ.
Result<double> largestDifference(const Json& expected, const std::vector<float>& found, const std::string& name) {
  const auto values = expected.get<std::vector<double>>();
  if (values.size() != found.size())
    return Error{"golden: expected " + std::to_string(values.size()) + " values of " + name +
                     ", but the network outputs " + std::to_string(found.size()),
                 "train the model again"};
  double largest = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double error = std::abs(values[i] - double(found[i]));
    if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, error);
  }
  return largest;
}

std::optional<std::vector<int64_t>> integersOf(const Json& list) {
  std::vector<int64_t> integers;
  for (const Json& value : list) {
    const auto integer = integerFromJson<int64_t>(value);
    if (!integer) return std::nullopt;
    integers.push_back(*integer);
  }
  return integers;
}

Result<std::vector<model::Tensor>> inputsOf(const Json& golden, const Json& tensors) {
  std::vector<model::Tensor> inputs;
  for (const auto& [name, input] : golden.at("inputs").items()) {
    const auto shape = integersOf(input.at("shape"));
    const bool isInteger = tensors.at(name).at("type") == "int64";
    auto integers = isInteger ? integersOf(input.at("data")) : std::vector<int64_t>();
    if (!shape || !integers) return Error{"golden: input " + name + ": expected integers", "train the model again"};
    model::Tensor tensor{name, *shape, {}};
    if (isInteger) {
      tensor.data = std::move(*integers);
    } else {
      tensor.data = input.at("data").get<std::vector<float>>();
    }
    int64_t count = 1;
    for (const int64_t size : tensor.shape) {
      if (size < 0 || (size > 0 && count > (int64_t(1) << 32) / size)) count = -1;
      if (count < 0) break;
      count *= size;
    }
    if (count != std::visit([](const auto& data) { return int64_t(data.size()); }, tensor.data))
      return Error{"golden: input " + name + ": the number of values does not match the shape",
                   "train the model again"};
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

}  // namespace

Result<double> goldenDifference(const model::Model& model) {
  try {
    const Json& golden = model.card.at("golden");
    auto inputs = inputsOf(golden, model.card.at("tensors"));
    if (!inputs) return inputs.error();
    const auto outputs = model::runNetwork(model, *inputs);
    if (!outputs) return outputs.error();
    double largest = 0;
    const auto compare = [&](const char* name, const std::vector<float>& found) -> Result<bool> {
      if (found.empty()) return true;
      const auto own = largestDifference(golden.at(name), found, name);
      if (!own) return own.error();
      largest = std::max(largest, *own);
      return true;
    };
    for (const auto& compared : {compare("rows", outputs->tables.rows), compare("pairs", outputs->tables.pairs),
                                 compare("scores", outputs->scores), compare("stageTimes", outputs->times)})
      if (!compared) return compared.error();
    return largest;
  } catch (const Json::exception& error) {
    return Error{std::string("golden: cannot read the example: ") + error.what(), "train the model again"};
  }
}

Result<bool> checkGolden(const model::Model& model, double most) {
  const auto difference = goldenDifference(model);
  if (!difference) return difference.error();
  return rank::checkDifference(*difference, model.card, most);
}

}  // namespace hlorank::onnx
