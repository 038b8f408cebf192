#include "shared/session/what_if.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <unordered_set>

#include "shared/model/estimate.h"
#include "shared/search/layouts.h"

namespace hlorank::session {
namespace {

constexpr double kTieBreak = 1e-4;  // penalty for changing all layouts together, as a fraction of the lowest score
constexpr size_t kSimulatedChanges = 2000;  // number of single layout changes that BestSearch simulates (loop model)
constexpr double kRounding = 1e-5;          // tolerance for rounding errors, as a fraction of the lowest score

}  // namespace

bool isChoice(const Opened& opened, std::span<const uint8_t> choice) {
  const configs::LayoutTable& table = opened.configurations.table;
  if (choice.size() != table.slots.size()) return false;
  for (size_t s = 0; s < choice.size(); ++s) {
    if (choice[s] >= table.rowBegin[s + 1] - table.rowBegin[s]) return false;
  }
  return true;
}

std::vector<Choice> unscoredChoices(const Opened& opened, const Ranking& ranking, std::span<const Choice> choices,
                                    int slot) {
  if (!ranking.isJoined()) return {};
  const configs::LayoutTable& table = opened.configurations.table;
  std::vector<Choice> unknown;
  std::unordered_set<std::string> seen;
  const auto addIfUnscored = [&](const Choice& choice) {
    if (!ranking.canScore(choice) && seen.emplace(choice.begin(), choice.end()).second) unknown.push_back(choice);
  };
  for (Choice choice : choices) {
    addIfUnscored(choice);
    if (slot < 0 || static_cast<size_t>(slot) >= choice.size()) continue;
    const auto s = static_cast<size_t>(slot);
    for (uint32_t row = 0; row < table.rowBegin[s + 1] - table.rowBegin[s]; ++row) {
      choice[s] = static_cast<uint8_t>(row);
      addIfUnscored(choice);
    }
  }
  return unknown;
}

std::vector<ScoredRow> scoreRows(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice,
                                 uint32_t slot) {
  const configs::LayoutTable& table = opened.configurations.table;
  assert(isChoice(opened, choice) && slot < table.slots.size());
  Choice changed(choice.begin(), choice.end());
  std::vector<ScoredRow> settings;
  for (uint32_t row = 0; row < table.rowBegin[slot + 1] - table.rowBegin[slot]; ++row) {
    changed[slot] = static_cast<uint8_t>(row);
    const float z = ranking.scorer().z(changed),
                score = ranking.scorer().scaled(z) + ranking.configurationScore(changed);
    settings.push_back({static_cast<uint8_t>(row), z, score, ranking.rankOf(score)});
  }
  return settings;
}

std::vector<Disagreement> findDisagreements(const Opened& opened, std::span<const uint8_t> choice) {
  const configs::LayoutTable& table = opened.configurations.table;
  // Pairs: node that computes a value, and index of a tensor that has this value and whose layout can be chosen.
  std::vector<std::pair<uint32_t, uint32_t>> order;
  for (uint32_t slot = 0; slot < table.slots.size(); ++slot) {
    const configs::Slot& s = table.slots[slot];
    order.emplace_back(configs::valueOf(opened.program, table.nodes[s.position], s.tensor), slot);
  }
  std::sort(order.begin(), order.end());
  std::vector<Disagreement> found;
  for (size_t i = 0; i < order.size();) {
    const uint32_t value = order[i].first;
    Disagreement disagreement{value, model::bytesOf(opened.program, value), {}};
    bool producer = false;
    for (; i < order.size() && order[i].first == value; ++i) {
      const uint32_t slot = order[i].second;
      const configs::Layout& layout = table.layouts[table.rowBegin[slot] + choice[slot]];
      producer = producer || table.slots[slot].tensor == 0;
      if (layout != configs::kAbsent) disagreement.parties.push_back({int64_t{slot}, layout});
    }
    if (!producer) {
      const auto own = configs::ownLayout(opened.program, value);
      disagreement.parties.insert(disagreement.parties.begin(), {-1, own});
    }
    const auto& parties = disagreement.parties;
    const bool differ = std::any_of(parties.begin(), parties.end(), [&](const Disagreement::Party& party) {
      return party.layout != parties[0].layout;
    });
    if (differ) found.push_back(std::move(disagreement));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Disagreement& a, const Disagreement& b) { return a.bytes > b.bytes; });
  return found;
}

BestSearch::BestSearch(const Opened& opened, const model::AnalyticalCosts& analytical, const Ranking& ranking,
                       size_t count)
    : opened_(opened), analytical_(analytical), ranking_(ranking), count_(count) {
  if (ranking.tables()) return;
  changes_ = ranking.loops()->largestChanges(kSimulatedChanges);
  singles_.rows.resize(opened.configurations.table.rows());
}

bool BestSearch::step(size_t scores) {
  const configs::LayoutTable& table = opened_.configurations.table;
  for (; scored_ < changes_.size() && scores > 0; ++scored_, --scores) {
    const model::SingleChange& change = changes_[scored_];
    singles_.rows[table.rowBegin[change.slot] + change.row] = ranking_.loops()->scoreOf(change);
  }
  if (scored_ < changes_.size()) return false;
  if (!isSolved_) solve();
  while (solution_ < choices_.size()) {
    if (!removeUselessChanges(scores)) return false;
    addFound(std::move(choices_[solution_++]));
    slot_ = 0;
  }
  finish();
  return true;
}

double BestSearch::progress() const {
  constexpr double kSingles = .8;  // approximate fraction of the time that the scores of single changes take
  const double singles = changes_.empty() ? 1 : double(scored_) / double(changes_.size());
  if (!isSolved_) return kSingles * singles;
  const size_t slots = std::max<size_t>(opened_.configurations.reference.size(), 1);
  const double pruned =
      (double(solution_) + double(slot_) / double(slots)) / double(std::max<size_t>(choices_.size(), 1));
  return kSingles + (1 - kSingles) * std::min(1.0, pruned);
}

// Finds the configurations with the lowest sums of table entries.
void BestSearch::solve() {
  isSolved_ = true;
  const configs::Configurations& all = opened_.configurations;
  const model::TableScorer* additive = ranking_.tables();
  const model::Tables& tables = additive ? additive->tables() : singles_;
  const model::Aggregation aggregation = additive ? additive->aggregation() : model::Aggregation::kSum;
  const auto search = [&](double changeCost, size_t k) {
    return search::findBestConfigurations(all, analytical_, tables, aggregation, {all.reference, changeCost, {}}, k);
  };
  const search::Solutions least = search(0, 1);
  // Searches again with a small penalty per changed layout, so that among configurations of equal score, the one with
  // fewer changes wins.
  const double slots = static_cast<double>(std::max<size_t>(all.reference.size(), 1));
  const search::Solutions others = search(kTieBreak * std::abs(least.bound) / slots, count_);
  for (const search::Solutions* solutions : {&least, &others})
    for (const search::Solution& solution : solutions->best) choices_.push_back(solution.rows);
  // The search gives no lower bound in two cases. The score of a loop model is not a sum over layouts. With
  // kLargestPerValue, the search ignores scores of layout pairs.
  const bool hasBound = additive && (aggregation == model::Aggregation::kSum || tables.pairs.empty());
  best_.bound = hasBound ? static_cast<float>(least.bound) : -INFINITY;
  tolerance_ = static_cast<float>(kRounding * std::abs(least.bound));
}

// For each changed layout of the current solution, restores the layout of the program if the change does not lower the
// score. Returns false if `scores` scores were not enough.
bool BestSearch::removeUselessChanges(size_t& scores) {
  const std::vector<uint8_t>& reference = opened_.configurations.reference;
  Choice& choice = choices_[solution_];
  if (slot_ == 0) z_ = ranking_.scorer().z(choice);
  for (; slot_ < choice.size(); ++slot_) {
    if (choice[slot_] == reference[slot_]) continue;
    if (scores == 0) return false;
    --scores;
    const uint8_t row = choice[slot_];
    choice[slot_] = reference[slot_];
    const float without = ranking_.scorer().z(choice);
    if (without <= z_)
      z_ = without;
    else
      choice[slot_] = row;
  }
  return true;
}

void BestSearch::addFound(Choice choice) {
  const bool known = std::any_of(best_.found.begin(), best_.found.end(),
                                 [&](const Best::Found& found) { return found.choice == choice; });
  if (known) return;
  const float z = ranking_.scorer().z(choice);
  best_.found.push_back({std::move(choice), z});
}

void BestSearch::finish() {
  std::stable_sort(best_.found.begin(), best_.found.end(),
                   [](const Best::Found& a, const Best::Found& b) { return a.z < b.z; });
  if (best_.found.size() > count_) best_.found.resize(count_);
  best_.isProven = !best_.found.empty() && best_.found[0].z <= best_.bound + tolerance_;
}

}  // namespace hlorank::session
