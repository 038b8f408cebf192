// The search strategy "model": Bayesian optimisation with the model's score as prior mean. A configuration constrains
// some slots (outputs and operands whose layout can be chosen) to layouts. A linear surrogate model predicts its
// log(time / time of the compiler default) as
//
//   α · model score  +  a weight per tensor with another layout than in the compiler default  +  a weight per (slot,
//   layout) constraint  +  a weight for the fraction of slots that are constrained to the compiler default's layout
//
// with normal priors on the weights. Large slowdowns are compressed, so that they do not dominate the fit. Half of each
// batch are the candidates with the best posterior mean. The other half are the best under samples from the posterior
// (Thompson sampling), which also explores uncertain candidates.

#include <algorithm>
#include <cmath>
#include <map>

#include "native/tune/moves.h"
#include "native/tune/strategy.h"
#include "shared/search/layouts.h"
#include "shared/search/surrogate.h"

namespace hlorank::tune {
namespace {

constexpr size_t kPool = 280;       // number of candidates from which a batch is selected
constexpr size_t kBestOfMean = 12;  // number of candidates with the lowest posterior mean in the whole search space
// The surrogate model is fitted to this number of measurements at most; if there are more, to the fastest
// configurations.
constexpr size_t kMostPoints = 400;
// Prior mean of α, the weight of the model's score: change of log(time) per typical difference of the score.
constexpr double kPriorSlope = .3;
// Least change of log(time) that a further changed tensor must gain; smaller gains are not worth another constraint.
constexpr double kChangePrice = .002;
// The search modifies and combines configurations with log(time / time of the compiler default) up to this value.
constexpr double kGood = -.005;
// Larger values of log(time / time of the compiler default) are compressed logarithmically.
constexpr double kSlow = .1;

// Kinds of features of the surrogate model, each with a prior scale. A slot is an output or operand whose layout can be
// chosen. kScore: the model's score. kWritten: fraction of slots constrained to the compiler default's layout. kValue:
// a tensor has another layout than in the compiler default. kRow: a slot is constrained to another layout than the
// compiler default's. kHeld: a slot is constrained to the compiler default's layout.
enum Family : uint8_t { kScore, kWritten, kValue, kRow, kHeld };

class Guided : public Strategy {
 public:
  Guided(const Space& space, uint64_t seed)
      : space_(space),
        moves_(space, seed, SlotSampling::kByWeight),
        sampler_(space.table(), space.subject().analytical, seed),
        scoreScale_(computeTypicalScore(seed)),
        surrogate_(prior()) {
    learn(space.unconstrained(), 0);
  }

  std::vector<Proposal> propose(size_t count) override {
    fit();
    std::vector<Proposal> pool = makePool(), proposals;
    std::vector<Choice> candidates;
    for (const Proposal& candidate : pool) candidates.push_back(candidate.choice);
    for (const size_t selected : choose(candidates, count)) {
      (void)seen_.insert(pool[selected].choice);
      proposals.push_back(std::move(pool[selected]));
    }
    return proposals;
  }

  std::vector<size_t> choose(const std::vector<Choice>& candidates, size_t count) override {
    fit();
    std::vector<search::Features> points;
    for (const Choice& candidate : candidates) points.push_back(computeFeatures(candidate));
    auto samples = surrogate_.sample(points, count, moves_.random());
    const size_t byMean = (count + 1) / 2;
    for (size_t i = 0; i < points.size(); ++i) {
      const double prior = kPriorSlope * points[i][0].second;
      for (auto& sample : samples) sample[i] += prior;
      for (size_t d = 0; d < byMean; ++d) samples[d][i] = surrogate_.mean(points[i]) + prior;
    }
    std::vector<size_t> selected;
    std::vector<bool> taken(points.size(), false);
    for (const auto& sample : samples) {
      size_t least = points.size();
      for (size_t i = 0; i < points.size(); ++i) {
        if (!taken[i] && (least == points.size() || sample[i] < sample[least])) least = i;
      }
      if (least == points.size()) break;
      taken[least] = true;
      selected.push_back(least);
    }
    return selected;
  }

  void learn(const Choice& choice, double logRatio) override {
    (void)seen_.insert(choice);
    measured_[choice] = logRatio;
    fitted_ = false;
  }

 private:
  using Measured = std::pair<double, const Choice*>;  // log(time / time of compiler default), configuration

  // Returns the root mean square of the model's score over 100 sampled configurations. Scores are divided by this
  // number, so that all models have the same scale.
  double computeTypicalScore(uint64_t seed) const {
    constexpr int kSamples = 100;
    collect::Sampler sampler(space_.table(), space_.subject().analytical, seed);
    double sum = 0;
    int count = 0;
    for (; count < kSamples; ++count) {
      const auto sample = sampler.next();
      if (!sample) break;
      const double score = space_.score(sample->choice);
      sum += score * score;
    }
    return count > 0 && sum > 0 ? std::sqrt(sum / count) : 1;
  }

  // Returns the prior variance of the surrogate model's weights for a tensor, relative to the variance of that kind of
  // weight. Increases with the time to copy the tensor. Not zero for small tensors, because their layouts may decide
  // about fusions.
  double priorVariance(uint32_t slot) const {
    const double size = .25 + std::min(1., 2 * std::sqrt(space_.weight(slot)));
    return size * size;
  }

  uint32_t valueFeature(uint32_t slot) const { return 2 + space_.subject().analytical.valueOfSlot[slot]; }
  uint32_t rowFeature(uint32_t slot, uint8_t row) const {
    return 2 + space_.subject().analytical.values + space_.table().rowBegin[slot] + row;
  }

  search::Prior prior() const {
    search::Prior prior;
    const size_t features = 2 + space_.subject().analytical.values + space_.table().rows();
    prior.share.assign(features, 1);
    prior.family.assign(features, kRow);
    prior.family[0] = kScore;
    prior.family[1] = kWritten;
    for (uint32_t s = 0; s < space_.slots(); ++s) {
      prior.family[valueFeature(s)] = kValue;
      prior.share[valueFeature(s)] = priorVariance(s);
      for (uint32_t row = 0; row < space_.rowsOf(s); ++row)
        prior.share[rowFeature(s, static_cast<uint8_t>(row))] = priorVariance(s);
      prior.family[rowFeature(s, space_.base()[s])] = kHeld;
    }
    prior.scales = {
        {.1, .03, .3}, {.015, .006, .06}, {.006, .0015, .02, .06}, {.01, .003, .03, .1}, {.003, .001, .01, .03}};
    prior.noises = {.01, .005, .02, .05};
    return prior;
  }

  search::Features computeFeatures(const Choice& choice) const {
    search::Features features = {{0, space_.score(choice) / scoreScale_}};
    const std::vector<uint32_t> changed = space_.changedSlots(choice);
    const auto slots = static_cast<double>(space_.slots());
    const double unchanged = static_cast<double>(space_.countConstrained(choice) - changed.size());
    if (unchanged > 0) features.push_back({1, unchanged / slots});
    for (const uint32_t slot : changed) features.push_back({valueFeature(slot), 1});
    for (uint32_t s = 0; s < space_.slots(); ++s) {
      if (choice[s] != kFree) features.push_back({rowFeature(s, choice[s]), 1});
    }
    std::sort(features.begin(), features.end());
    features.erase(std::unique(features.begin(), features.end()), features.end());
    return features;
  }

  // Returns the measured configurations, fastest first.
  std::vector<Measured> ranked() const {
    std::vector<Measured> ranked;
    for (const auto& [choice, logRatio] : measured_) ranked.push_back({logRatio, &choice});
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const Measured& a, const Measured& b) { return a.first < b.first; });
    return ranked;
  }

  // Fits the surrogate model to the measurements, unless there are no new ones since the last fit.
  void fit() {
    if (fitted_) return;
    fitted_ = true;
    std::vector<search::Features> points;
    std::vector<double> values;
    for (const auto& [logRatio, choice] : ranked()) {
      if (points.size() == kMostPoints) break;
      points.push_back(computeFeatures(*choice));
      const double softened = logRatio > 0 ? kSlow * std::log1p(logRatio / kSlow) : logRatio;
      values.push_back(softened - kPriorSlope * points.back()[0].second);
    }
    surrogate_.fit(std::move(points), std::move(values));
  }

  std::vector<Proposal> makePool() {
    std::vector<Proposal> pool;
    ChoiceSet pooled;
    auto add = [&](Choice choice, const char* kind) {
      if (!seen_.contains(choice) && pooled.insert(choice)) pool.push_back({std::move(choice), kind});
    };
    for (Choice& choice : findBestOfMean()) {
      add(space_.freeUnchangedSlots(choice), "model");
      add(std::move(choice), "model");
    }
    const std::vector<Measured> best = ranked();
    std::vector<const Choice*> good;
    for (const auto& [logRatio, choice] : best) {
      if (logRatio < kGood && good.size() < 12) good.push_back(choice);
    }
    if (!good.empty()) {
      auto pickGood = [&](size_t most) -> const Choice& {
        return *good[moves_.random().below(std::min(most, good.size()))];
      };
      for (int i = 0; i < 60; ++i) add(moves_.mutate(pickGood(4)), "mutated");
      for (int i = 0; i < 40; ++i) add(moves_.combine(pickGood(12), pickGood(12)), "joined");
      for (int i = 0; i < 20; ++i) add(moves_.reduce(pickGood(4), i % 2 == 0 ? .2 : .5), "reduced");
      for (size_t i = 0; i < std::min<size_t>(4, good.size()); ++i) {
        add(space_.freeUnchangedSlots(*good[i]), "reduced");
        add(space_.fillFreeSlots(*good[i]), "written");
      }
    }
    for (int i = 0; i < 30; ++i) {
      auto sample = sampler_.next();
      if (!sample) break;
      if (i % 3 == 0) sample->choice = space_.freeUnchangedSlots(sample->choice);
      add(std::move(sample->choice), "sampled");
    }
    for (int misses = 0; pool.size() < kPool && misses < 300; ++misses) {
      Choice single = moves_.changeOne();
      if (misses % 3 == 0) single = space_.fillFreeSlots(single);
      add(std::move(single), "single");
    }
    return pool;
  }

  // Finds the kBestOfMean configurations with the lowest posterior mean (predicted fastest), with
  // search::findBestConfigurations. As an approximation, treats Space::score, a logarithm of the model's score, as
  // linear.
  std::vector<Choice> findBestOfMean() const {
    const std::vector<double> weights = surrogate_.weights();
    const double slope = std::max(.01, kPriorSlope + weights[0]) / scoreScale_;
    std::vector<double> rowCosts(space_.table().rows(), 0);
    for (uint32_t s = 0; s < space_.slots(); ++s) {
      for (uint32_t row = 0; row < space_.rowsOf(s); ++row) {
        if (row == space_.base()[s]) continue;
        const double learned = weights[rowFeature(s, static_cast<uint8_t>(row))] + weights[valueFeature(s)];
        rowCosts[space_.table().rowBegin[s] + row] = learned / slope;
      }
    }
    const search::Preference preference{space_.base(), kChangePrice / slope, rowCosts};
    std::vector<Choice> choices;
    for (search::Solution& solution :
         search::findBestConfigurations(space_.subject().configurations, space_.subject().analytical, space_.tables(),
                                        space_.aggregation(), preference, kBestOfMean)
             .best)
      choices.push_back(std::move(solution.rows));
    return choices;
  }

  const Space& space_;
  Moves moves_;
  collect::Sampler sampler_;
  double scoreScale_;
  search::Surrogate surrogate_;
  bool fitted_ = false;
  ChoiceSet seen_;
  std::map<Choice, double, ChoiceLess> measured_;
};

}  // namespace

std::unique_ptr<Strategy> makeGuided(const Space& space, uint64_t seed) {
  return std::make_unique<Guided>(space, seed);
}

}  // namespace hlorank::tune
