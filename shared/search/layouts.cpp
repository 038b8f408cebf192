#include "shared/search/layouts.h"

#include <cassert>

namespace hlorank::search {
namespace {

using Costs = std::vector<std::vector<double>>;

// Returns the model's score of each layout of each tensor, minus the score of that tensor's layout in the program. The
// result is [tensors whose layout can be chosen][layouts of the tensor].
Costs computeModelCosts(const configs::Configurations& configurations, const model::Tables& tables) {
  const configs::LayoutTable& table = configurations.table;
  Costs costs(table.slots.size());
  for (uint32_t s = 0; s < costs.size(); ++s) {
    const float reference = tables.rows[table.rowBegin[s] + configurations.reference[s]];
    for (uint32_t row = table.rowBegin[s]; row < table.rowBegin[s + 1]; ++row)
      costs[s].push_back(double{tables.rows[row]} - double{reference});
  }
  return costs;
}

// Returns the preference costs of each layout of each tensor, [tensors whose layout can be chosen][layouts of the
// tensor].
Costs computePreferenceCosts(const configs::LayoutTable& table, const Preference& preference) {
  Costs costs(table.slots.size());
  for (uint32_t s = 0; s < costs.size(); ++s) {
    for (uint32_t row = table.rowBegin[s]; row < table.rowBegin[s + 1]; ++row) {
      const bool changed = row - table.rowBegin[s] != preference.base[s];
      costs[s].push_back((changed ? preference.changeCost : 0) +
                         (preference.rowCosts.empty() ? 0 : preference.rowCosts[row]));
    }
  }
  return costs;
}

}  // namespace

Solutions findBestConfigurations(const configs::Configurations& configurations,
                                 const model::AnalyticalCosts& analytical, const model::Tables& tables,
                                 model::Aggregation aggregation, const Preference& preference, size_t k,
                                 size_t effort) {
  assert(preference.base.size() == configurations.table.slots.size());
  Costs costs = computeModelCosts(configurations, tables);
  Costs extra = computePreferenceCosts(configurations.table, preference);
  if (aggregation == model::Aggregation::kLargestPerValue)
    return solve(GroupedProblem{std::move(costs), std::move(extra), analytical.valueOfSlot}, k, effort);
  Problem problem;
  for (size_t s = 0; s < costs.size(); ++s) {
    for (size_t row = 0; row < costs[s].size(); ++row) costs[s][row] += extra[s][row];
  }
  if (!tables.pairs.empty()) {
    for (const model::PairBlock& pair : model::pairBlocks(configurations.table, analytical)) {
      const auto entries = tables.pairs.begin() + static_cast<ptrdiff_t>(pair.begin);
      problem.edges.push_back({pair.a, pair.b, {entries, entries + static_cast<ptrdiff_t>(pair.entries())}});
    }
  }
  problem.costs = std::move(costs);
  return solve(problem, k, effort);
}

}  // namespace hlorank::search
