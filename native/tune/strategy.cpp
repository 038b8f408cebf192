#include "native/tune/strategy.h"

#include "native/tune/moves.h"

namespace hlorank::tune {
namespace {

class RandomSearch : public Strategy {
 public:
  RandomSearch(const Space& space, uint64_t seed) : sampler_(space.table(), space.subject().physics, seed) {}

  std::vector<Proposal> propose(size_t count) override {
    std::vector<Proposal> proposals;
    while (proposals.size() < count) {
      auto sample = sampler_.next();
      if (!sample) break;
      proposals.push_back({std::move(sample->choice), "random"});
    }
    return proposals;
  }
  void learn(const Choice& choice, double) override { sampler_.exclude(choice); }

 private:
  collect::Sampler sampler_;
};

class Climb : public Strategy {
 public:
  Climb(const Space& space, uint64_t seed) : moves_(space, seed, Draw::kEvenly), best_(space.automatic()) {
    seen_.isNew(best_);
  }

  std::vector<Proposal> propose(size_t count) override {
    std::vector<Proposal> proposals;
    for (int misses = 0; proposals.size() < count && misses < kMisses;) {
      Choice choice = moves_.mutated(best_);
      if (seen_.isNew(choice)) {
        proposals.push_back({std::move(choice), "climb"});
      } else {
        ++misses;
      }
    }
    return proposals;
  }
  void learn(const Choice& choice, double logRatio) override {
    (void)seen_.isNew(choice);
    if (logRatio < least_) least_ = logRatio, best_ = choice;
  }

 private:
  static constexpr int kMisses = 500;
  Moves moves_;
  Choice best_;
  double least_ = 0;
  Seen seen_;
};

}  // namespace

std::unique_ptr<Strategy> makeStrategy(const std::string& name, const Space& space, uint64_t seed) {
  if (name == "random") return std::make_unique<RandomSearch>(space, seed);
  if (name == "climb") return std::make_unique<Climb>(space, seed);
  return makeGuided(space, seed);
}

}  // namespace hlorank::tune
