#include "native/tune/strategy.h"

#include <algorithm>
#include <numeric>

#include "native/tune/moves.h"
#include "shared/search/layouts.h"

namespace hlorank::tune {
namespace {

std::vector<size_t> shuffled(size_t count, Random& random) {
  std::vector<size_t> indices(count);
  std::iota(indices.begin(), indices.end(), size_t{0});
  for (size_t i = count; i > 1; --i) std::swap(indices[i - 1], indices[random.below(i)]);
  return indices;
}

// Returns the `count` elements of `indices` with the lowest cost(index), in order of cost. Elements with equal costs
// keep their order.
template <class Cost>
std::vector<size_t> cheapest(std::vector<size_t> indices, size_t count, Cost cost) {
  std::vector<std::pair<double, size_t>> costs;
  for (const size_t index : indices) costs.push_back({cost(index), costs.size()});
  std::sort(costs.begin(), costs.end());
  std::vector<size_t> selected;
  for (size_t i = 0; i < std::min(count, costs.size()); ++i) selected.push_back(indices[costs[i].second]);
  return selected;
}

class RandomSearch : public Strategy {
 public:
  RandomSearch(const Space& space, uint64_t seed)
      : sampler_(space.table(), space.subject().analytical, seed), random_(seed) {}

  std::vector<Proposal> propose(size_t count) override {
    std::vector<Proposal> proposals;
    while (proposals.size() < count) {
      auto sample = sampler_.next();
      if (!sample) break;
      proposals.push_back({std::move(sample->choice), "random"});
    }
    return proposals;
  }
  std::vector<size_t> choose(const std::vector<Choice>& candidates, size_t count) override {
    std::vector<size_t> selected = shuffled(candidates.size(), random_);
    selected.resize(std::min(count, selected.size()));
    return selected;
  }
  void learn(const Choice& choice, double) override { sampler_.exclude(choice); }

 private:
  collect::Sampler sampler_;
  Random random_;
};

class Climb : public Strategy {
 public:
  Climb(const Space& space, uint64_t seed)
      : space_(space), moves_(space, seed, SlotSampling::kUniform), best_(space.unconstrained()) {
    seen_.insert(best_);
  }

  std::vector<Proposal> propose(size_t count) override {
    std::vector<Proposal> proposals;
    for (int misses = 0; proposals.size() < count && misses < kMisses;) {
      Choice choice = moves_.mutate(best_);
      if (seen_.insert(choice)) {
        proposals.push_back({std::move(choice), "climb"});
      } else {
        ++misses;
      }
    }
    return proposals;
  }
  std::vector<size_t> choose(const std::vector<Choice>& candidates, size_t count) override {
    const Choice best = space_.fillFreeSlots(best_);
    return cheapest(shuffled(candidates.size(), moves_.random()), count, [&](size_t candidate) {
      const Choice written = space_.fillFreeSlots(candidates[candidate]);
      double differing = 0;
      for (size_t s = 0; s < best.size(); ++s) differing += written[s] != best[s];
      return differing;
    });
  }
  void learn(const Choice& choice, double logRatio) override {
    (void)seen_.insert(choice);
    if (logRatio < least_) least_ = logRatio, best_ = choice;
  }

 private:
  static constexpr int kMisses = 500;  // after this many repeated proposals the search space counts as exhausted
  const Space& space_;
  Moves moves_;
  Choice best_;
  double least_ = 0;
  ChoiceSet seen_;
};

class Order : public Strategy {
 public:
  explicit Order(const Space& space) : space_(space) { seen_.insert(space.base()); }

  std::vector<Proposal> propose(size_t count) override {
    std::vector<Proposal> proposals;
    while (proposals.size() < count) {
      if (next_ == best_.size()) {
        const size_t requested = std::max(2 * best_.size(), kFirst);
        search::Solutions solutions = search::findBestConfigurations(
            space_.subject().configurations, space_.subject().analytical, space_.tables(), space_.aggregation(),
            {space_.base(), kChangePrice, {}}, requested);
        if (solutions.best.size() <= best_.size()) break;  // there are no more
        best_ = std::move(solutions.best);
      }
      const Choice& choice = best_[next_++].rows;
      if (seen_.insert(choice)) proposals.push_back({choice, "order"});
    }
    return proposals;
  }
  std::vector<size_t> choose(const std::vector<Choice>& candidates, size_t count) override {
    std::vector<size_t> all(candidates.size());
    std::iota(all.begin(), all.end(), size_t{0});
    return cheapest(all, count, [&](size_t candidate) { return space_.score(candidates[candidate]); });
  }
  void learn(const Choice& choice, double) override { (void)seen_.insert(choice); }

 private:
  // Added to the score for each changed tensor. Among configurations with equal scores, the one with fewer changes then
  // wins.
  static constexpr double kChangePrice = 1e-6;
  static constexpr size_t kFirst = 64;  // number of best configurations that are computed first
  const Space& space_;
  ChoiceSet seen_;
  std::vector<search::Solution>
      best_;         // the best configurations, best first; computed again, twice as many, when used up
  size_t next_ = 0;  // index of the first of them that was not proposed yet
};

}  // namespace

std::vector<std::string> strategies() {
  return {"model", "order", "climb", "random"};
}

bool usesModel(const std::string& name) {
  return name == "model" || name == "order";
}

std::unique_ptr<Strategy> makeStrategy(const std::string& name, const Space& space, uint64_t seed) {
  if (name == "order") return std::make_unique<Order>(space);
  if (name == "climb") return std::make_unique<Climb>(space, seed);
  if (name == "random") return std::make_unique<RandomSearch>(space, seed);
  return makeGuided(space, seed);
}

}  // namespace hlorank::tune
