// The golden example in model.json: inputs, and the outputs of the network for them after training.
#pragma once

#include "native/model/model.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

// Runs the network on its golden example. Returns the largest absolute difference to the recorded outputs, infinity for
// NaN. Error: model.json has no example, or the example does not fit the network.
Result<double> goldenDifference(const model::Model& model);

// Tolerances of checkGolden: kToleranceHere for publishing, on the machine that trained the model; kToleranceElsewhere
// for reading, because other machines round sums differently. The page uses the same two numbers.
inline constexpr double kToleranceHere = 1e-4, kToleranceElsewhere = 1e-2;

// Error: the difference exceeds `most` times min(1, largest recorded output), or cannot be computed.
Result<bool> checkGolden(const model::Model& model, double most);

}  // namespace hlorank::onnx
