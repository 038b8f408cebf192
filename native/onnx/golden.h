// The example on a model's card: inputs, and what the network must answer.
#pragma once

#include "native/model/model.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

// Largest difference between what the network answers now and what its card says it answered after training. Error: the
// card has no example, or not one of this network.
Result<double> goldenDifference(const model::Model& model);

// How far an answer may be from the card's: kSameAnswer on the machine that trained it (`publish`), kCloseAnswer on any
// other, where sums are rounded otherwise. The page has the same two numbers.
inline constexpr double kSameAnswer = 1e-4, kCloseAnswer = 1e-2;

// Error where the difference is larger than `most` (times the largest answer, where that is below 1), is no number, or
// cannot be computed.
Result<bool> checkGolden(const model::Model& model, double most);

}  // namespace hlorank::onnx
