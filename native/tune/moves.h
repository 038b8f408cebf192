// Random modifications of configurations, from which search strategies make candidates.
#pragma once

#include <set>

#include "native/tune/space.h"
#include "shared/base/random.h"

namespace hlorank::tune {

// Distribution of the slots to change. By weight: 3 of 4 times with probability ∝ sqrt(Space::weight), else uniform.
enum class SlotSampling { kUniform, kByWeight };

class Moves {
 public:
  Moves(const Space& space, uint64_t seed, SlotSampling sampling);

  // Changes one or two slots, each with probability 1/2 together with all slots of the same value. A slot gets another
  // layout; a free slot may instead be constrained to the compiler default's layout, which can prevent fusions or
  // layout conversions around it.
  Choice mutate(Choice choice);
  // Constrains one slot, usually to a layout other than the compiler default's; all other slots stay free.
  Choice changeOne();
  // Combines the constraints of both. Where both constrain a slot differently, prefers a layout other than the compiler
  // default's; if both are, picks one at random.
  Choice combine(const Choice& a, const Choice& b);
  // Removes each constraint with probability `share`: all removed slots become free, or all get the compiler default's
  // layout.
  Choice reduce(const Choice& choice, double share);

  Random& random() { return random_; }

 private:
  uint32_t sampleSlot();
  uint8_t sampleOtherRow(uint32_t slot, uint8_t present);
  bool isOneOf(size_t n) { return random_.below(n) == 0; }

  const Space& space_;
  Random random_;
  std::vector<std::vector<uint32_t>> slotsOfValue_;
  std::vector<double> cumulative_;  // [slots] cumulative sampling weights
};

// A set of configurations, used to avoid proposing one twice.
class ChoiceSet {
 public:
  bool insert(const Choice& choice) { return choices_.insert(choice).second; }  // true if the choice is new
  bool contains(const Choice& choice) const { return choices_.count(choice) > 0; }

 private:
  std::set<Choice, ChoiceLess> choices_;
};

}  // namespace hlorank::tune
