#include "shared/session/ranking.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "shared/metrics/ranking.h"
#include "shared/session/network.h"

namespace hlorank::session {
namespace {

// Pairs of run times that differ by at most this fraction are left out of Agreement::pairAccuracy.
constexpr double kNoise = .02;

// Returns the first of each group of equal configurations in `selected`, in ascending order, with the median of the run
// times of the group. O(n log n).
std::vector<std::pair<uint32_t, double>> medianTimes(const configs::Configurations& all,
                                                     std::vector<uint32_t> selected) {
  const auto compare = [&](uint32_t a, uint32_t b) {
    const auto x = all.choice(a), y = all.choice(b);
    return std::memcmp(x.data(), y.data(), x.size());
  };
  std::sort(selected.begin(), selected.end(), [&](uint32_t a, uint32_t b) {
    const int order = compare(a, b);
    return order != 0 ? order < 0 : a < b;
  });
  std::vector<std::pair<uint32_t, double>> medians;
  std::vector<int64_t> times;
  for (size_t begin = 0, end = 0; begin < selected.size(); begin = end) {
    times.clear();
    for (; end < selected.size() && compare(selected[begin], selected[end]) == 0; ++end)
      times.push_back(all.runtimes[selected[end]]);
    std::sort(times.begin(), times.end());
    const int64_t lower = times[(times.size() - 1) / 2], upper = times[times.size() / 2];
    medians.emplace_back(selected[begin], .5 * (static_cast<double>(lower) + static_cast<double>(upper)));
  }
  std::sort(medians.begin(), medians.end());
  return medians;
}

std::string bytesOf(std::span<const uint8_t> choice) {
  return {choice.begin(), choice.end()};
}

}  // namespace

Ranking::Ranking(const Opened& opened, std::unique_ptr<model::Scorer> scorer, std::optional<float> referenceScore)
    : opened_(opened), scorer_(std::move(scorer)), referenceScore_(referenceScore) {
  scores_.reserve(total());
  if (isJoined()) choiceScores_[bytesOf(opened.configurations.reference)] = 0;
}

Ranking::Ranking(const Opened& opened, const model::AnalyticalCosts& analytical, model::Tables tables,
                 model::Aggregation aggregation, model::Scale scale, std::optional<float> referenceScore)
    : Ranking(opened,
              std::make_unique<model::TableScorer>(opened.configurations, analytical, std::move(tables), aggregation,
                                                   scale),
              referenceScore) {}

bool Ranking::step(size_t count) {
  const size_t begin = scores_.size();
  count = std::min(count, (isJoined() ? configurationScores_.size() : total()) - begin);
  scores_.resize(begin + count);
  std::vector<uint64_t> programs;
  if (count) scorer_->scoreRange(begin, count, scores_.data() + begin, &programs);
  if (isJoined())
    for (size_t c = begin; c < begin + count; ++c) scores_[c] += configurationScores_[c];
  addPrograms(programs);
  return scores_.size() < total();
}

SameProgram Ranking::sameProgram() const {
  if (!opened_.configurations.programs.empty()) return SameProgram::kMeasured;
  return loops() ? SameProgram::kSimulated : SameProgram::kUnknown;
}

void Ranking::addPrograms(std::span<const uint64_t> simulated) {
  const configs::Configurations& all = opened_.configurations;
  const size_t begin = firstOfProgram_.size();
  const SameProgram known = sameProgram();
  for (size_t c = begin; c < scores_.size(); ++c) {
    const auto self = static_cast<uint32_t>(c);
    uint32_t first = self;
    if (!all.isCompilerDefault(c) && known != SameProgram::kUnknown)
      first = programs_.try_emplace(all.programs.empty() ? simulated[c - begin] : all.programs[c], self).first->second;
    firstOfProgram_.push_back(first);
    copies_.push_back(0);
    ++copies_[first];
  }
}

Result<bool> Ranking::addConfigurationScores(std::span<const float> scores) {
  if (scores.size() > total() - configurationScores_.size())
    return wrongOutputSize("scores", total() - configurationScores_.size(), scores.size());
  if (const auto finite = checkFinite("scores", scores); !finite) return finite.error();
  const std::vector<uint8_t>& reference = opened_.configurations.reference;
  for (const float score : scores) {
    // The layouts in the program score exactly 0, even if the network's output for them was rounded differently in
    // another batch.
    const auto choice = opened_.configurations.choice(configurationScores_.size());
    const bool isReference = std::equal(choice.begin(), choice.end(), reference.begin(), reference.end());
    configurationScores_.push_back(isReference ? 0 : score - *referenceScore_);
  }
  return true;
}

Result<bool> Ranking::addChoiceScores(std::span<const std::vector<uint8_t>> choices, std::span<const float> scores) {
  if (scores.size() != choices.size()) return wrongOutputSize("scores", choices.size(), scores.size());
  if (const auto finite = checkFinite("scores", scores); !finite) return finite.error();
  for (size_t i = 0; i < choices.size(); ++i)
    choiceScores_.try_emplace(bytesOf(choices[i]), scores[i] - *referenceScore_);
  forgetUserScores();
  return true;
}

bool Ranking::canScore(std::span<const uint8_t> choice) const {
  return !isJoined() || choiceScores_.count(bytesOf(choice)) > 0;
}

float Ranking::configurationScore(std::span<const uint8_t> choice) const {
  assert(canScore(choice));
  return isJoined() ? choiceScores_.at(bytesOf(choice)) : 0;
}

float Ranking::score(std::span<const uint8_t> choice) const {
  return scorer_->score(choice) + configurationScore(choice);
}

std::vector<uint32_t> Ranking::listed() const {
  std::vector<uint32_t> order(scores_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::erase_if(order, [&](uint32_t c) { return opened_.configurations.isCompilerDefault(c); });
  return order;
}

std::vector<uint32_t> Ranking::top(size_t k) const {
  std::vector<uint32_t> order = listed();
  sortTop(order, k);
  return order;
}

std::vector<uint32_t> Ranking::topPrograms(size_t k) const {
  std::vector<uint32_t> order = listed();
  std::erase_if(order, [&](uint32_t c) { return firstOfProgram_[c] != c; });
  sortTop(order, k);
  return order;
}

void Ranking::sortTop(std::vector<uint32_t>& order, size_t k) const {
  const auto better = [&](uint32_t a, uint32_t b) {
    return scores_[a] != scores_[b] ? scores_[a] < scores_[b] : a < b;
  };
  if (k < order.size()) {
    std::nth_element(order.begin(), order.begin() + static_cast<ptrdiff_t>(k), order.end(), better);
    order.resize(k);
  }
  std::sort(order.begin(), order.end(), better);
}

std::optional<Agreement> Ranking::agreement() const {
  std::vector<uint32_t> all(scores_.size());
  std::iota(all.begin(), all.end(), 0u);
  return agreement(all);
}

std::optional<Agreement> Ranking::agreement(std::span<const uint32_t> configurations) const {
  const configs::Configurations& all = opened_.configurations;
  if (all.runtimes.empty()) return std::nullopt;
  std::vector<uint32_t> usable;
  for (const uint32_t i : configurations)
    if (i < scores_.size() && (all.usable.empty() || all.usable[i])) usable.push_back(i);
  std::vector<float> scores;
  std::vector<double> times;
  for (const auto& [first, time] : medianTimes(all, std::move(usable))) {
    scores.push_back(scores_[first]);
    times.push_back(time);
  }
  Agreement result;
  result.configurations = scores.size();
  result.tau = metrics::kendallTau(scores, times);
  result.orderedPairAccuracy = metrics::pairAccuracy(scores, times);
  result.pairAccuracy = metrics::pairAccuracy(scores, times, kNoise);
  const auto slowdown = [&](size_t k) { return scores.empty() ? std::nan("") : metrics::slowdown(scores, times, k); };
  result.slowdown1 = slowdown(1);
  result.slowdown5 = slowdown(5);
  result.slowdown10 = slowdown(10);
  return result;
}

Explanation Ranking::explain(size_t configuration) const {
  return explain(opened_.configurations.choice(configuration), isJoined() ? configurationScores_[configuration] : 0);
}

Explanation Ranking::explain(std::span<const uint8_t> choice) const {
  return explain(choice, configurationScore(choice));
}

std::optional<Interval> Ranking::interval(std::span<const uint8_t> choice) const {
  std::vector<float> members;
  const float score = scorer_->scoreMembers(choice, members);
  if (members.size() < 2) return std::nullopt;
  const auto [least, greatest] = std::minmax_element(members.begin(), members.end());
  return Interval{std::min(*least, score), std::max(*greatest, score)};
}

Explanation Ranking::explain(std::span<const uint8_t> choice, float configurationScore) const {
  Explanation result;
  result.interval = interval(choice);
  result.changes = configs::changes(opened_.configurations, choice);
  result.score = scorer_->score(choice) + configurationScore;
  if (isJoined()) result.configurationScore = configurationScore;
  if (const model::LoopScorer* simulated = loops()) {
    result.loops = simulated->changes(choice, opened_.configurations.reference);
    for (const model::LoopChange& change : result.loops) result.z += change.amount;
  }
  if (const model::TableScorer* additive = tables()) {
    double z = 0;
    for (const model::Contribution& c : additive->contributions(choice)) {
      z += c.amount;
      if (c.amount != 0) result.parts.push_back({c.slot, c.other == ~0u ? -1 : int64_t{c.other}, c.amount});
    }
    result.z = static_cast<float>(z);
  }
  return result;
}

void Ranking::setUserConfigurations(std::vector<std::vector<uint8_t>> choices) {
  own_ = std::move(choices);
  forgetUserScores();
}

void Ranking::forgetUserScores() {
  ownScores_.clear();
  sortedAt_ = SIZE_MAX;
}

float Ranking::userScore(size_t i) const {
  if (ownScores_.empty())
    for (const std::vector<uint8_t>& choice : own_)
      ownScores_.push_back(canScore(choice) ? score(choice) : std::nanf(""));
  return ownScores_[i];
}

std::optional<size_t> Ranking::bestUserConfiguration() const {
  std::optional<size_t> best;
  for (size_t i = 0; i < own_.size(); ++i)
    if (!std::isnan(userScore(i)) && (!best || userScore(i) < userScore(*best))) best = i;
  return best;
}

// Appends the scores of the user's configurations, except those that compile to the same program as a configuration
// before them.
void Ranking::addUserScores(std::vector<float>& sorted) const {
  const configs::Configurations& all = opened_.configurations;
  const bool isSimulated = sameProgram() == SameProgram::kSimulated;
  std::unordered_set<std::string> choices;
  std::unordered_set<uint64_t> programs;
  const auto isInFile = [&](size_t i) {
    for (size_t c = 0; c < scores_.size(); ++c) {
      if (scores_[c] != userScore(i) || all.isCompilerDefault(c)) continue;
      const auto choice = all.choice(c);
      if (std::equal(choice.begin(), choice.end(), own_[i].begin(), own_[i].end())) return true;
    }
    return false;
  };
  for (size_t i = 0; i < own_.size(); ++i) {
    if (std::isnan(userScore(i)) || !choices.insert(bytesOf(own_[i])).second || isInFile(i)) continue;
    if (isSimulated) {
      const uint64_t program = loops()->programOf(own_[i]);
      if (programs_.count(program) > 0 || !programs.insert(program).second) continue;
    }
    sorted.push_back(userScore(i));
  }
}

size_t Ranking::rankOf(float score) const {
  if (sortedAt_ != scores_.size()) {
    sortedScores_.clear();
    for (size_t c = 0; c < scores_.size(); ++c)
      if (firstOfProgram_[c] == c && !opened_.configurations.isCompilerDefault(c)) sortedScores_.push_back(scores_[c]);
    addUserScores(sortedScores_);
    std::sort(sortedScores_.begin(), sortedScores_.end());
    sortedAt_ = scores_.size();
  }
  const auto place = std::lower_bound(sortedScores_.begin(), sortedScores_.end(), score);
  return 1 + static_cast<size_t>(place - sortedScores_.begin());
}

Ranking rankAnalytically(const Opened& opened, const model::AnalyticalCosts& analytical) {
  return {opened, analytical, model::analyticalTables(analytical), model::Aggregation::kSum, model::Scale::kIdentity};
}

std::string slotName(const Opened& opened, uint32_t slot) {
  const configs::LayoutTable& table = opened.configurations.table;
  const configs::Slot& s = table.slots[slot];
  return nodeName(opened, table.nodes[s.position]) + " " + std::string(configs::tensorName(s.tensor));
}

}  // namespace hlorank::session
