// Random modifications of configurations, with which search strategies make candidates. A slot is a tensor whose layout
// can be constrained; a configuration constrains some slots and leaves the layouts of the others to the compiler.
#pragma once

#include <set>

#include "native/tune/space.h"
#include "shared/base/random.h"

namespace hlorank::tune {

// How the slot to change is sampled. kByWeight: three times out of four with probability proportional to √Space::weight
// (the time to copy the slot's tensor, as a fraction of the program's time), else uniformly.
enum class SlotSampling { kUniform, kByWeight };

// Makes random changes of configurations. A slot is either constrained to a layout, or free, that is the compiler
// chooses its layout.
class Moves {
 public:
  Moves(const Space& space, uint64_t seed, SlotSampling sampling);

  // Returns `choice` with one or two slots constrained to another layout, each with probability 1/2 together with all
  // slots that hold the same value. A free slot may instead be constrained to the layout that the compiler chooses
  // anyway; the constraint alone can prevent fusions or layout conversions around it.
  Choice mutate(Choice choice);
  // Returns a configuration with one constrained slot, usually to a layout other than the compiler default's; all other
  // slots are free.
  Choice changeOne();
  // Returns a configuration with the constraints of both `a` and `b`. If they constrain a slot to different layouts,
  // takes the one that differs from the compiler default's; if both do, one at random.
  Choice combine(const Choice& a, const Choice& b);
  // Removes each constraint of `choice` with probability `share`. With probability 1/2, the slots whose constraints
  // were removed are not left free but are all constrained to the compiler default's layouts.
  Choice reduce(const Choice& choice, double share);

  Random& random() { return random_; }

 private:
  uint32_t sampleSlot();
  uint8_t sampleOtherRow(uint32_t slot, uint8_t present);
  bool isOneOf(size_t n) { return random_.below(n) == 0; }

  const Space& space_;
  Random random_;
  std::vector<std::vector<uint32_t>> slotsOfValue_;  // [values] slots that hold it (AnalyticalCosts::valueOfSlot)
  std::vector<double> cumulative_;                   // [slots] sum of the sampling weights of slots 0 to s
};

// A set of configurations, used to avoid proposing one twice.
class ChoiceSet {
 public:
  bool insert(const Choice& choice) { return choices_.insert(choice).second; }  // returns whether it is new
  bool contains(const Choice& choice) const { return choices_.count(choice) > 0; }

 private:
  std::set<Choice, ChoiceLess> choices_;
};

}  // namespace hlorank::tune
