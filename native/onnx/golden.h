// Checks a network by the golden example in model.json: inputs for one program, and the outputs that the network
// returned for them after training. Detects damaged weights and differing implementations.
#pragma once

#include "native/model/model.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

// Runs the network on the golden example of `model`. Returns the largest absolute difference to the recorded outputs;
// infinity if an output is NaN or infinite. Error: there is no golden example, or it does not fit the network.
Result<double> goldenDifference(const model::Model& model);

// Values of checkGolden's tolerance: kToleranceHere to publish a model, on the machine that trained it;
// kToleranceElsewhere to read one, because other machines round sums differently. The web page uses the same numbers.
inline constexpr double kToleranceHere = 1e-4, kToleranceElsewhere = 1e-2;

// Checks the outputs of the network against those recorded in its golden example. `most`: largest accepted relative
// difference. Returns true or an error: the outputs cannot be computed, or the largest difference exceeds max(1e-6,
// most · min(1, largest absolute recorded output)).
Result<bool> checkGolden(const model::Model& model, double most);

}  // namespace hlorank::onnx
