// Finds the configurations that a model with tables predicts to be fastest. A configuration chooses one layout per
// slot, an output or operand whose layout can be chosen. The model scores it by a sum of table entries, one per layout
// and per pair of layouts of neighbouring slots. Minimising this sum is a partitioned Boolean quadratic problem
// (pbqp.h).
#pragma once

#include <span>

#include "shared/model/score.h"
#include "shared/search/pbqp.h"

namespace hlorank::search {

// Costs that the search for the best layouts adds to the model's score of a configuration. They make the search prefer
// some configurations over others.
struct Preference {
  // [tensors] The configuration from which changed layouts are counted. It has, for each tensor, the index of its
  // layout.
  std::span<const uint8_t> base;
  double changeCost = 0;  // cost of each layout that differs from `base`, so that the search prefers few changes
  // [layouts of all tensors] cost of choosing each layout; empty if there are no such costs.
  std::span<const double> rowCosts;
};

// Returns the k configurations with the least score + preference costs. Solution::rows has for each tensor the index of
// its layout. A configuration with a lower score is predicted to be faster; the layouts in the program score 0. With
// kLargestPerValue, a node's result costs the maximum over the operands and outputs that have it, and costs of pairs
// are ignored. `effort` limits the search (see best_first.h).
Solutions findBestConfigurations(const configs::Configurations& configurations,
                                 const model::AnalyticalCosts& analytical, const model::Tables& tables,
                                 model::Aggregation aggregation, const Preference& preference, size_t k,
                                 size_t effort = kEffort);

}  // namespace hlorank::search
