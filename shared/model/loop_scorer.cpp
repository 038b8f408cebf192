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
  simulate(problem.configurations.reference, reference_);
  compilerScore_ = relativeScore(simulated({}).total, nullptr);
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

void LoopScorer::simulate(std::span<const uint8_t> choice, Simulated& simulated) const {
  simulated.choice.assign(choice.begin(), choice.end());
  simulated.loops.clear();
  simulated.total = work_;
  simulator_.visit(choice, [&](std::span<const simulation::Loop> loops) {
    simulated.loops.insert(simulated.loops.end(), loops.begin(), loops.end());
    for (const simulation::Loop& loop : loops) {
      const std::span<const double> one = price(loop);
      for (size_t m = 0; m < one.size(); ++m) simulated.total[m] += loop.elements * loop.trips * one[m];
    }
  });
}

// Returns a configuration's simulated loops. They stay valid until two other configurations were simulated.
const LoopScorer::Simulated& LoopScorer::simulated(std::span<const uint8_t> choice) const {
  const auto isOf = [&](const Simulated& known) {
    return !known.total.empty() && std::equal(choice.begin(), choice.end(), known.choice.begin(), known.choice.end());
  };
  if (isOf(reference_)) return reference_;
  if (isOf(last_[latest_])) return last_[latest_];
  latest_ = 1 - latest_;
  if (!isOf(last_[latest_])) simulate(choice, last_[latest_]);
  return last_[latest_];
}

float LoopScorer::relativeScore(const Cost& total, std::vector<float>* members) const {
  double sum = 0;
  if (members) members->clear();
  for (size_t m = 0; m < total.size(); ++m) {
    const double score = prices_.score(total[m], m) - prices_.score(reference_.total[m], m);
    if (members) members->push_back(float(score));
    sum += score;
  }
  return float(sum / double(total.size()));
}

float LoopScorer::z(std::span<const uint8_t> choice) const {
  return relativeScore(simulated(choice).total, nullptr);
}

uint64_t LoopScorer::programOf(std::span<const uint8_t> choice) const {
  uint64_t hash = 0;
  const auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  };
  for (const simulation::Loop& loop : simulated(choice).loops) {
    mix(uint64_t{loop.instruction} << 32 | loop.consumer);
    mix(uint64_t{loop.operand} << 32 | loop.access);  // the kind of the loop is a feature of the access
  }
  return hash;
}

void LoopScorer::scoreRange(size_t begin, size_t count, float* scores, std::vector<uint64_t>* programs) const {
  if (programs) programs->resize(count);
  for (size_t i = 0; i < count; ++i) {
    const std::span<const uint8_t> choice = problem_.configurations.choice(begin + i);
    scores[i] = z(choice);
    if (programs) (*programs)[i] = programOf(choice);
  }
}

float LoopScorer::scoreMembers(std::span<const uint8_t> choice, std::vector<float>& members) const {
  return relativeScore(simulated(choice).total, &members);
}

std::vector<LoopChange> LoopScorer::changes(std::span<const uint8_t> a, std::span<const uint8_t> b) const {
  const std::vector<simulation::Loop>&first = simulated(a).loops, &second = simulated(b).loops;
  const auto isSame = [](const simulation::Loop& a, const simulation::Loop& b) {
    return a.instruction == b.instruction && a.consumer == b.consumer && a.access == b.access &&
           a.elements == b.elements && a.trips == b.trips;
  };
  // Loops that both configurations have at the beginning and at the end cancel each other.
  size_t same = 0, sameAtEnd = 0;
  const size_t least = std::min(first.size(), second.size());
  while (same < least && isSame(first[same], second[same])) ++same;
  while (sameAtEnd < least - same && isSame(first[first.size() - 1 - sameAtEnd], second[second.size() - 1 - sameAtEnd]))
    ++sameAtEnd;
  using Key = std::tuple<uint32_t, uint32_t, simulation::LoopKind>;
  std::map<Key, LoopChange> changes;
  const auto add = [&](const std::vector<simulation::Loop>& loops, double sign) {
    for (size_t i = same; i < loops.size() - sameAtEnd; ++i) {
      const simulation::Loop& loop = loops[i];
      const auto place =
          changes.try_emplace({loop.instruction, loop.consumer, loop.kind},
                              LoopChange{loop.instruction, loop.consumer, loop.kind, loop.elements, loop.trips, 0});
      LoopChange& change = place.first->second;
      change.elements = std::max(change.elements, loop.elements);
      const std::span<const double> one = price(loop);
      // Fraction of the total cost with the layouts written in the program, as a mean over the networks.
      double share = 0;
      for (size_t m = 0; m < one.size(); ++m) share += loop.elements * loop.trips * one[m] / reference_.total[m];
      change.amount += float(sign * share / double(one.size()));
    }
  };
  add(first, 1);
  add(second, -1);
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
