#include "shared/model/loop_scorer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "shared/model/estimate.h"

namespace hlorank::model {

Result<std::unique_ptr<LoopScorer>> LoopScorer::make(const configs::Problem& problem, const Weights& weights,
                                                     int members, const simulation::Rules& rules) {
  if (const auto checked = checkSimulated(problem); !checked) return checked.error();
  auto prices = LoopPrices::make(weights, members);
  if (!prices) return prices.error();
  return std::make_unique<LoopScorer>(problem, std::move(*prices), rules);
}

LoopScorer::LoopScorer(const configs::Problem& problem, LoopPrices prices, const simulation::Rules& rules)
    : problem_(problem),
      prices_(std::move(prices)),
      simulator_(*problem.module, problem.program, problem.configurations, rules),
      work_(prices_.priceOfWork(operationsOf(problem.program))) {
  reference_ = totalCost(problem.configurations.reference);
  compilerScore_ = relativeScore(totalCost({}), nullptr);
}

std::span<const double> LoopScorer::price(const simulation::Loop& loop) const {
  const simulation::AccessTable& accesses = simulator_.accesses();
  const size_t members = work_.size();
  while (priced_.size() < accesses.size() * members) {
    const Cost cost = prices_.price(accesses[uint32_t(priced_.size() / members)]);
    priced_.insert(priced_.end(), cost.begin(), cost.end());
  }
  return std::span(priced_).subspan(loop.access * members, members);
}

LoopScorer::Cost LoopScorer::totalCost(std::span<const uint8_t> choice, uint64_t* program) const {
  Cost total = work_;
  uint64_t hash = 0;
  const auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  };
  simulator_.visit(choice, [&](std::span<const simulation::Loop> loops) {
    for (const simulation::Loop& loop : loops) {
      const std::span<const double> one = price(loop);
      for (size_t m = 0; m < total.size(); ++m) total[m] += loop.elements * loop.trips * one[m];
      if (!program) continue;
      mix(uint64_t{loop.instruction} << 32 | loop.consumer);
      mix(uint64_t{loop.operand} << 32 | loop.access);  // the kind of the loop is a feature of the access
    }
  });
  if (program) *program = hash;
  return total;
}

float LoopScorer::relativeScore(const Cost& total, std::vector<float>* members) const {
  double sum = 0;
  if (members) members->clear();
  for (size_t m = 0; m < total.size(); ++m) {
    const double score = prices_.score(total[m], m) - prices_.score(reference_[m], m);
    if (members) members->push_back(float(score));
    sum += score;
  }
  return float(sum / double(total.size()));
}

float LoopScorer::z(std::span<const uint8_t> choice) const {
  return relativeScore(totalCost(choice), nullptr);
}

uint64_t LoopScorer::programOf(std::span<const uint8_t> choice) const {
  uint64_t program = 0;
  totalCost(choice, &program);
  return program;
}

void LoopScorer::scoreRange(size_t begin, size_t count, float* scores, std::vector<uint64_t>* programs) const {
  if (programs) programs->resize(count);
  for (size_t i = 0; i < count; ++i)
    scores[i] = relativeScore(
        totalCost(problem_.configurations.choice(begin + i), programs ? &(*programs)[i] : nullptr), nullptr);
}

float LoopScorer::scoreMembers(std::span<const uint8_t> choice, std::vector<float>& members) const {
  return relativeScore(totalCost(choice), &members);
}

std::vector<LoopChange> LoopScorer::changes(std::span<const uint8_t> a, std::span<const uint8_t> b) const {
  if (std::equal(a.begin(), a.end(), b.begin(), b.end())) return {};
  using Key = std::tuple<uint32_t, uint32_t, simulation::LoopKind>;
  std::map<Key, LoopChange> changes;
  const auto add = [&](std::span<const uint8_t> choice, double sign) {
    simulator_.visit(choice, [&](std::span<const simulation::Loop> loops) {
      for (const simulation::Loop& loop : loops) {
        const auto place =
            changes.try_emplace({loop.instruction, loop.consumer, loop.kind},
                                LoopChange{loop.instruction, loop.consumer, loop.kind, loop.elements, loop.trips, 0});
        LoopChange& change = place.first->second;
        change.elements = std::max(change.elements, loop.elements);
        const std::span<const double> one = price(loop);
        // Fraction of the total cost with the layouts written in the program, as a mean over the networks.
        double share = 0;
        for (size_t m = 0; m < one.size(); ++m) share += loop.elements * loop.trips * one[m] / reference_[m];
        change.amount += float(sign * share / double(one.size()));
      }
    });
  };
  add(a, 1);
  add(b, -1);
  std::vector<LoopChange> list;
  for (const auto& [key, change] : changes)
    if (std::abs(change.amount) > 1e-6f) list.push_back(change);
  std::stable_sort(list.begin(), list.end(),
                   [](const LoopChange& a, const LoopChange& b) { return std::abs(a.amount) > std::abs(b.amount); });
  return list;
}

std::vector<SingleChange> LoopScorer::largestChanges(size_t limit) const {
  const configs::LayoutTable& table = problem_.configurations.table;
  std::vector<uint32_t> order(table.slots.size());
  std::vector<double> bytes;
  std::iota(order.begin(), order.end(), 0u);
  for (const configs::Slot& slot : table.slots)
    bytes.push_back(
        bytesOf(problem_.program, configs::valueOf(problem_.program, table.nodes[slot.position], slot.tensor)));
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return bytes[a] > bytes[b]; });
  std::vector<SingleChange> changes;
  for (const uint32_t slot : order) {
    const uint32_t rows = table.rowBegin[slot + 1] - table.rowBegin[slot];
    if (limit < rows) break;
    limit -= rows;
    for (uint32_t row = 0; row < rows; ++row)
      if (row != problem_.configurations.reference[slot]) changes.push_back({slot, uint8_t(row)});
  }
  return changes;
}

float LoopScorer::scoreOf(const SingleChange& change) const {
  std::vector<uint8_t> choice = problem_.configurations.reference;
  choice[change.slot] = change.row;
  return score(choice);
}

Tables LoopScorer::tablesOfSingleChanges(size_t limit) const {
  const configs::LayoutTable& table = problem_.configurations.table;
  Tables tables{std::vector<float>(table.rows()), {}, {}};
  for (const SingleChange& change : largestChanges(limit))
    tables.rows[table.rowBegin[change.slot] + change.row] = scoreOf(change);
  return tables;
}

}  // namespace hlorank::model
