// The example on a model's card: inputs, and what the network must answer.
#pragma once

#include "native/model/model.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

// Largest difference between what the network answers now and what its card says it answered after training. Error: the
// card has no example, or not one of this network.
Result<double> goldenDifference(const model::Model& model);

}  // namespace hlorank::onnx
