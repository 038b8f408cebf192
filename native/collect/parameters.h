// Describes the parameters of a program, so that a worker process can draw random arguments for it.
#pragma once

#include <nlohmann/json.hpp>

#include "shared/hlo/module.h"

namespace hlorank::collect {

// Returns element type and dimensions of every parameter of the entry computation, in order of parameter number, as
// JSON: [["f32", [2, 3]], ["f32", [3], true]], …. `true` marks parameters that must be positive: those that go
// into a square root, logarithm or power in the entry computation, directly or in sums and products of parameters.
// Negative numbers, such as a negative variance of a batch normalisation, would make the outputs NaN. O(instructions).
nlohmann::json describeParameters(const hlo::Module& module);

}  // namespace hlorank::collect
