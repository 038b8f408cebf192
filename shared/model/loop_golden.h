// Golden example of a loop network, stored in model.json: inputs for one program, and the scores that LibTorch computed
// for them after training. Detects damaged weights.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/loop_prices.h"

namespace hlorank::model {

// Computes the scores of the golden example in `card`, a parsed model.json. Returns the largest absolute difference
// from the recorded scores. Returns infinity if a score is NaN or infinite. Error: there is no golden example, or it
// does not fit the network.
Result<double> goldenDifference(const nlohmann::ordered_json& card, const LoopPrices& prices);

}  // namespace hlorank::model
