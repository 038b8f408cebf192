#include "native/research/synth/samplers.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "shared/base/fnv.h"
#include "shared/base/random.h"

namespace hlorank::synth {

namespace {

constexpr int kTries = 16;  // attempts to sample a configuration that is not a duplicate

uint64_t hashOf(const Choice& choice) {
  Fnv hash;
  for (uint8_t setting : choice) hash.byte(setting);
  return hash.value();
}

// The settings (combinations of output and operand layouts) that each configurable node may have. A fixed node has only
// setting 0, the layouts written in the program.
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
  // Returns the configuration with the layouts written in the program: setting 0 of every configurable node.
  Choice defaultConfiguration() const { return Choice(counts_.size(), 0); }
  // Returns the configurable nodes that have several settings (layout combinations).
  const std::vector<size_t>& free() const { return free_; }
  // Samples the setting (layouts) of the configurable node with index `position`.
  void sample(Choice& choice, size_t position, Random& random) const {
    choice[position] = static_cast<uint8_t>(random.below(counts_[position]));
  }
  // Gives each node that Sampling::tiedTo ties to another node the setting (layouts) of that other node. Exception:
  // fixed nodes keep their own setting.
  void tie(Choice& choice) const {
    for (size_t i = 0; i < tiedTo_.size(); ++i)
      if (counts_[i] > 1) choice[i] = choice[tiedTo_[i]];
  }

 private:
  // counts_: number of settings (layout combinations) of each configurable node. free_: the nodes with more than one.
  std::vector<size_t> counts_, free_;
  std::vector<uint32_t> tiedTo_;
};

// Base class of the samplers of configurations. Puts the layouts written in the program at a random place in the
// sequence, and avoids duplicates.
class DistinctSampler : public Sampler {
 public:
  DistinctSampler(const LayoutSpace& space, const Sampling& sampling)
      : settings_(space, sampling.fixed, sampling.tiedTo),
        random_(sampling.seed),
        choice_(settings_.defaultConfiguration()) {
    seen_.insert(hashOf(choice_));
    defaultAt_ = Random(sampling.seed + 1).below(std::min(sampling.count, kDefaultWithin));
  }

 protected:
  size_t nextIndex() { return count_++; }  // index in the sequence of the configuration to return next
  // Returns whether the configuration at `index` of the sequence has the layouts written in the program.
  bool isDefault(size_t index) const { return index == defaultAt_; }
  // Calls `sample`, which sets choice_, until choice_ is not a duplicate, at most kTries times.
  template <class Sample>
  const Choice& sampleDistinct(Sample sample) {
    for (int i = 0; i < kTries; ++i) {
      sample();
      settings_.tie(choice_);
      if (seen_.insert(hashOf(choice_)).second) break;
    }
    return choice_;
  }

  Settings settings_;
  Random random_;
  Choice choice_;

 private:
  // The configuration with the program layouts comes at a random place among the first kDefaultWithin of the sequence.
  static constexpr size_t kDefaultWithin = 64;
  size_t count_ = 0, defaultAt_ = 0;
  std::unordered_set<uint64_t> seen_;
};

// Samples random configurations. Half of them sample the layouts of every node. The other half sample the layouts of a
// random fraction of the nodes and give all other nodes the layouts written in the program.
class RandomSampler : public DistinctSampler {
 public:
  RandomSampler(const LayoutSpace& space, const Sampling& sampling)
      : DistinctSampler(space, sampling), distinct_(sampling.distinct) {
    std::vector<size_t> indices;
    for (size_t i = 0; i < sampling.count; ++i)
      if (!isDefault(i)) indices.push_back(i);
    for (size_t i = 0; i < std::min(sampling.repeats, indices.size()); ++i) {
      std::swap(indices[i], indices[i + random_.below(indices.size() - i)]);
      repeats_.insert(indices[i]);
    }
  }

  const Choice& next() override {
    const size_t at = nextIndex();
    choice_ = settings_.defaultConfiguration();
    if (isDefault(at) || repeats_.count(at) > 0) return choice_;
    if (distinct_ > 0 && pool_.size() + 1 >= distinct_) {
      const size_t which = random_.below(pool_.size() + 1);
      return which == pool_.size() ? choice_ : pool_[which];
    }
    sampleDistinct([&] { sample(); });
    if (distinct_ > 0) pool_.push_back(choice_);
    return choice_;
  }

 private:
  void sample() {
    choice_ = settings_.defaultConfiguration();
    const double share = random_.below(2) == 0 ? 1 : std::pow(2, -6 * random_.uniform());
    for (size_t position : settings_.free()) {
      if (random_.uniform() < share) settings_.sample(choice_, position, random_);
    }
  }

  size_t distinct_;  // Sampling::distinct
  // Indices in the sequence of the extra configurations with the layouts written in the program.
  std::unordered_set<size_t> repeats_;
  // The configurations sampled so far. Once there are distinct_ of them, the sampler only repeats these.
  std::vector<Choice> pool_;
};

// Genetic search: combines and mutates the kPopulation fastest configurations so far. Every child becomes the next
// configuration of the sequence.
class GeneticSampler : public DistinctSampler {
 public:
  using DistinctSampler::DistinctSampler;

  const Choice& next() override {
    if (isDefault(nextIndex())) return choice_ = settings_.defaultConfiguration();
    return sampleDistinct([&] { breed(); });
  }

  void report(double time) override {
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

  // Returns the faster of two random members of the population.
  const Member& parent() {
    const Member& a = population_[random_.below(population_.size())];
    const Member& b = population_[random_.below(population_.size())];
    return a.time <= b.time ? a : b;
  }

  // Sets choice_ to a new child. Copies a parent, mixes it with a second parent in half of the cases, and then changes
  // the layouts of one to four nodes. The first child is a copy of the default configuration.
  void breed() {
    choice_ = population_.empty() ? settings_.defaultConfiguration() : parent().choice;
    if (!population_.empty() && random_.below(2) == 0) {
      const Member& other = parent();
      for (size_t i = 0; i < choice_.size(); ++i) {
        if (random_.below(2) == 0) choice_[i] = other.choice[i];
      }
    }
    if (settings_.free().empty()) return;
    for (size_t changes = 1 + random_.below(4); changes > 0; --changes)
      settings_.sample(choice_, settings_.free()[random_.below(settings_.free().size())], random_);
  }

  std::vector<Member> population_;
};

}  // namespace

std::unique_ptr<Sampler> makeSampler(const LayoutSpace& space, const Sampling& sampling) {
  if (sampling.genetic) return std::make_unique<GeneticSampler>(space, sampling);
  return std::make_unique<RandomSampler>(space, sampling);
}

}  // namespace hlorank::synth
