// Checks a network by the golden example in model.json: inputs for one program, and the outputs that the network
// computed for them after training. Detects damaged weights and differing implementations.
#pragma once

#include "native/model/model.h"
#include "native/rank/model_files.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

// Runs the network on the golden example of `model` (inputs and recorded outputs). Returns the largest absolute
// difference to the recorded outputs; infinity if an output is NaN or infinite. Error: the model has no golden example,
// or the example does not fit the network.
Result<double> goldenDifference(const model::Model& model);

using rank::kToleranceElsewhere, rank::kToleranceHere;

// Checks that the network still computes the outputs recorded in its golden example, with the relative tolerance `most`
// (see rank::checkDifference). The bool is always true. Error: the outputs cannot be computed, or the differences
// exceed the tolerance.
Result<bool> checkGolden(const model::Model& model, double most);

}  // namespace hlorank::onnx
