// Checks a network by the golden example in model.json: recorded inputs, and the outputs that the network had for them
// after training.
#pragma once

#include "native/model/model.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

// Runs the network on its golden example. Returns the largest absolute difference to the recorded outputs; infinity if
// an output is NaN or infinite. Error: model.json has no golden example, or it does not fit the network.
Result<double> goldenDifference(const model::Model& model);

// Tolerances of checkGolden: kToleranceHere to publish a model, on the machine that trained it; kToleranceElsewhere to
// read one, because other machines round sums differently. The web page uses the same two numbers.
inline constexpr double kToleranceHere = 1e-4, kToleranceElsewhere = 1e-2;

// Checks the network against its golden example. The bool is always true. Error: goldenDifference fails, or exceeds the
// tolerance, `most` · min(1, largest absolute recorded output) and at least 1e-6.
Result<bool> checkGolden(const model::Model& model, double most);

}  // namespace hlorank::onnx
