// Finds the configurations that a model with tables predicts to be fastest. Such a model scores a configuration (one
// layout per slot; a slot is a tensor whose layout can be chosen) by a sum of table entries for its rows (a slot with
// one of its layouts) and pairs of rows. Minimising it is a partitioned Boolean quadratic problem (pbqp.h).
#pragma once

#include <span>

#include "shared/model/score.h"
#include "shared/search/pbqp.h"

namespace hlorank::search {

// Costs that the search adds to a configuration's z, the model's score before its scale (identity or logarithm).
struct Preference {
  std::span<const uint8_t> base;     // [slots] configuration (row index per slot) from which changes are counted
  double changeCost = 0;             // added per slot that differs from `base`; prefers few changes
  std::span<const double> rowCosts;  // [rows of the layout table] added for each row in use; empty: none
};

// Returns the k configurations of least z + preference costs, as choices in Solution::rows; lower z is predicted
// faster. z is relative to the reference configuration (the program layouts), whose z is 0. With kLargestPerValue a
// value (result of a node) costs the maximum over its slots and pairs are ignored. `effort` limits the search (see
// best_first.h).
Solutions findBestConfigurations(const configs::Configurations& configurations,
                                 const model::AnalyticalCosts& analytical, const model::Tables& tables,
                                 model::Aggregation aggregation, const Preference& preference, size_t k,
                                 size_t effort = kEffort);

}  // namespace hlorank::search
