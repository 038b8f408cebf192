#include "shared/model/gain_model.h"

#include <algorithm>
#include <cmath>

#include "shared/model/operation_kind.h"

namespace hlorank::model {

GainInputs gainInputs(const graph::Program& program, const configs::LayoutTable& table, float baseline, float first) {
  const auto configurable = [&](OperationKind kind) {
    return std::log1p(static_cast<float>(std::count_if(table.nodes.begin(), table.nodes.end(), [&](uint32_t node) {
      return operationKind(program.graph.opcodes[node]) == kind;
    })));
  };
  const auto signedLog = [](float x) { return std::copysign(std::log1p(20 * std::abs(x)), x); };
  return {configurable(OperationKind::kConvolution), configurable(OperationKind::kDot),
          configurable(OperationKind::kReshape), signedLog(baseline - first), signedLog(-first)};
}

GainInputs GainModel::standardised(const GainInputs& inputs) const {
  GainInputs result;
  for (size_t i = 0; i < kGainInputs; ++i)
    result[i] = std::clamp((inputs[i] - shift[i]) * scale[i], -kLargestGainInput, kLargestGainInput);
  return result;
}

float GainModel::probability(const GainInputs& inputs) const {
  const GainInputs x = standardised(inputs);
  float z = bias;
  for (size_t i = 0; i < kGainInputs; ++i) z += weights[i] * x[i];
  return 1 / (1 + std::exp(-z));
}

}  // namespace hlorank::model
