// The loop network (Join::kLoops): an MLP predicts the cost of every memory access of the loops that the simulated
// compiler (shared/simulation) generates for a configuration. A score is the sum of these costs on a logarithmic scale.
// A template over the same class `Ops` of operations as network.h.
//
// Inputs, for C configurations with A distinct accesses that occur E times (shared/model/loop_inputs.h):
//   `access` float [A, accessFeatures], `accessOf` int64 [E], `configuration` int64 [E], `weight` float [E],
//   `work` float [C]
// Output: scores [C] = 10·e^θ1 · log(1 + e^θ2 · work + Σ weight · price(access)), where the sum runs over the accesses
// of a configuration, price = e^MLP, and θ1 (`temperature`) and θ2 (`work`) are learned scalars.
#pragma once

#include <string>

#include "native/model/description.h"
#include "native/model/layers.h"
#include "native/model/parameters.h"
#include "shared/model/loop_prices.h"

namespace hlorank::model {

template <class Ops>
typename Ops::Value loopScores(Ops& ops, const Description& d, const std::string& member) {
  using Value = typename Ops::Value;
  const std::string name = member + "price";
  const int width = d.headWidth;
  const Value x = ops.clamp(normalised(ops, member + "access", ops.input("access"), d.accessFeatures),
                            kLargestAccessInput);  // [distinct accesses, accessFeatures]
  // [distinct accesses, width]
  Value hidden = ops.dropout(ops.relu(dense(ops, name + ".first", x, d.accessFeatures, width)));
  hidden = ops.relu(dense(ops, name + ".second", hidden, width, width));       // [distinct accesses, width]
  const Value logPrices = ops.sumColumns(dense(ops, name, hidden, width, 1));  // [distinct accesses]
  const Value prices = ops.exp(ops.clamp(logPrices, kLargestLogPrice));        // [distinct accesses]
  // [occurrences of accesses]
  const Value costs = ops.multiply(ops.gather(prices, ops.input("accessOf")), ops.input("weight"));
  const auto factor = [&](const std::string& of) {
    return ops.exp(ops.parameter(member + of, {1}, Start::kZero, Training::kFree));
  };
  const Value work = ops.multiply(ops.input("work"), factor("work"));                    // [configurations]
  const Value total = ops.addPerConfiguration(work, ops.input("configuration"), costs);  // [configurations]
  return ops.multiply(ops.logOfOnePlus(total), ops.scaled(factor("temperature"), kLoopScoreUnit));
}

}  // namespace hlorank::model
