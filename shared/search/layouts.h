// Finds the configurations that a model predicts to be fastest, by solving its tables as a partitioned Boolean
// quadratic problem (pbqp.h).
#pragma once

#include <span>

#include "shared/model/score.h"
#include "shared/search/pbqp.h"

namespace hlorank::search {

// Costs that are added to the model's score z.
struct Preference {
  std::span<const uint8_t> base;     // [slots] the configuration that changes are counted from
  double changeCost = 0;             // per slot that differs from `base`: prefers the simpler of two equal scores
  std::span<const double> rowCosts;  // [rows] added to the tables, or empty
};

// Returns the `k` configurations of least z + preference; lower is faster. With kLargestPerValue a value costs the
// maximum over its slots, relative to the reference rows, and pair tables are ignored. `effort`: see best_first.h.
Solutions findBestConfigurations(const configs::Configurations& configurations,
                                 const model::AnalyticalCosts& analytical, const model::Tables& tables,
                                 model::Aggregation aggregation, const Preference& preference, size_t k,
                                 size_t effort = kEffort);

}  // namespace hlorank::search
