#include "native/synth/samplers.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "shared/base/fnv.h"
#include "shared/base/random.h"

namespace hlorank::synth {

namespace {

constexpr int kTries = 16;  // to find one that is new

uint64_t hashOf(const Choice& choice) {
  Fnv hash;
  for (uint8_t setting : choice) hash.byte(setting);
  return hash.value();
}

// Settings of single nodes, of those that are free.
class Settings {
 public:
  Settings(const LayoutSpace& space, const std::vector<uint8_t>& fixed, std::vector<uint32_t> tiedTo)
      : tiedTo_(std::move(tiedTo)) {
    for (size_t i = 0; i < space.nodes.size(); ++i) {
      const bool free = (fixed.empty() || fixed[i] == 0) && space.settings[i].size() > 1;
      counts_.push_back(free ? space.settings[i].size() : 1);
      if (free) free_.push_back(i);
    }
  }
  Choice defaults() const { return Choice(counts_.size(), 0); }
  const std::vector<size_t>& free() const { return free_; }
  void draw(Choice& choice, size_t position, Random& random) const {
    choice[position] = static_cast<uint8_t>(random.below(counts_[position]));
  }
  // Gives the positions that are tied the settings of those they are tied to.
  void tie(Choice& choice) const {
    for (size_t i = 0; i < tiedTo_.size(); ++i)
      if (counts_[i] > 1) choice[i] = choice[tiedTo_[i]];
  }

 private:
  std::vector<size_t> counts_, free_;
  std::vector<uint32_t> tiedTo_;
};

// What samplers have in common: the default somewhere, and otherwise draws until one is new.
class DrawingSampler : public Sampler {
 public:
  DrawingSampler(const LayoutSpace& space, const Sampling& sampling)
      : settings_(space, sampling.fixed, sampling.tiedTo), random_(sampling.seed), choice_(settings_.defaults()) {
    seen_.insert(hashOf(choice_));
    default_ = Random(sampling.seed + 1).below(std::min(sampling.count, kDefaultAmong));
  }

 protected:
  size_t place() { return given_++; }  // of the configuration asked for
  bool isDefault(size_t place) const { return place == default_; }
  template <class Draw>
  const Choice& drawNew(Draw draw) {
    for (int i = 0; i < kTries; ++i) {
      draw();
      settings_.tie(choice_);
      if (seen_.insert(hashOf(choice_)).second) break;
    }
    return choice_;
  }

  Settings settings_;
  Random random_;
  Choice choice_;

 private:
  static constexpr size_t kDefaultAmong = 64;
  size_t given_ = 0, default_ = 0;
  std::unordered_set<uint64_t> seen_;
};

// Half of them with every node at random, half with a random share of the nodes changed.
class RandomSampler : public DrawingSampler {
 public:
  RandomSampler(const LayoutSpace& space, const Sampling& sampling)
      : DrawingSampler(space, sampling), distinct_(sampling.distinct) {
    std::vector<size_t> places;
    for (size_t i = 0; i < sampling.count; ++i)
      if (!isDefault(i)) places.push_back(i);
    for (size_t i = 0; i < std::min(sampling.repeats, places.size()); ++i) {
      std::swap(places[i], places[i + random_.below(places.size() - i)]);
      repeats_.insert(places[i]);
    }
  }

  const Choice& next() override {
    const size_t at = place();
    choice_ = settings_.defaults();
    if (isDefault(at) || repeats_.count(at) > 0) return choice_;
    if (distinct_ > 0 && pool_.size() + 1 >= distinct_) {
      const size_t which = random_.below(pool_.size() + 1);
      return which == pool_.size() ? choice_ : pool_[which];
    }
    drawNew([&] { draw(); });
    if (distinct_ > 0) pool_.push_back(choice_);
    return choice_;
  }

 private:
  void draw() {
    choice_ = settings_.defaults();
    const double share = random_.below(2) == 0 ? 1 : std::pow(2, -6 * random_.uniform());
    for (size_t position : settings_.free()) {
      if (random_.uniform() < share) settings_.draw(choice_, position, random_);
    }
  }

  size_t distinct_;
  std::unordered_set<size_t> repeats_;
  std::vector<Choice> pool_;
};

// A population of the best so far; children of two of them, mutated. Every one that is tried is a configuration.
class GeneticSampler : public DrawingSampler {
 public:
  using DrawingSampler::DrawingSampler;

  const Choice& next() override {
    if (isDefault(place())) return choice_ = settings_.defaults();
    return drawNew([&] { breed(); });
  }

  void tell(double time) override {
    if (population_.size() < kPopulation) {
      population_.push_back({choice_, time});
      return;
    }
    const auto worst = std::max_element(population_.begin(), population_.end(),
                                        [](const Member& a, const Member& b) { return a.time < b.time; });
    if (time < worst->time) *worst = {choice_, time};
  }

 private:
  static constexpr size_t kPopulation = 64;
  struct Member {
    Choice choice;
    double time;
  };

  const Member& parent() {
    const Member& a = population_[random_.below(population_.size())];
    const Member& b = population_[random_.below(population_.size())];
    return a.time <= b.time ? a : b;
  }

  void breed() {
    choice_ = population_.empty() ? settings_.defaults() : parent().choice;
    if (!population_.empty() && random_.below(2) == 0) {
      const Member& other = parent();
      for (size_t i = 0; i < choice_.size(); ++i) {
        if (random_.below(2) == 0) choice_[i] = other.choice[i];
      }
    }
    if (settings_.free().empty()) return;
    for (size_t changes = 1 + random_.below(4); changes > 0; --changes)
      settings_.draw(choice_, settings_.free()[random_.below(settings_.free().size())], random_);
  }

  std::vector<Member> population_;
};

}  // namespace

std::unique_ptr<Sampler> makeSampler(const LayoutSpace& space, const Sampling& sampling) {
  if (sampling.genetic) return std::make_unique<GeneticSampler>(space, sampling);
  return std::make_unique<RandomSampler>(space, sampling);
}

}  // namespace hlorank::synth
