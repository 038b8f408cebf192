// Random modifications of configurations, with which search strategies make new candidates. A slot is an
// output or operand whose layout can be chosen. A configuration constrains some slots and leaves the layouts of all
// others to the compiler.
#pragma once

#include <set>

#include "native/tune/space.h"
#include "shared/base/random.h"

namespace hlorank::tune {

// How to sample the slot (output or operand whose layout can be chosen) to change. kByWeight: three times out of four
// with probability proportional to √Space::weight (the time to copy the tensor, as a fraction of the program's time),
// else uniformly.
enum class SlotSampling { kUniform, kByWeight };

// Makes random changes of configurations. A slot (output or operand whose layout can be chosen) is either constrained
// to a layout, or free: then the compiler chooses its layout.
class Moves {
 public:
  Moves(const Space& space, uint64_t seed, SlotSampling sampling);

  // Returns `choice` with one or two slots constrained to another layout. For each of them, with probability 1/2, all
  // slots that hold the same tensor get that layout too. A free slot may also be constrained to the layout that the
  // compiler chooses anyway, because the constraint alone can prevent fusions or layout conversions around the slot.
  Choice mutate(Choice choice);
  // Returns a configuration with one constrained slot, usually to another layout than the compiler default's. All other
  // slots are free (left to the compiler).
  Choice changeOne();
  // Returns a configuration with the constraints of both `a` and `b`. If they constrain a slot to different layouts,
  // takes the layout that differs from the compiler default's. If both layouts differ from it, takes one of the two at
  // random.
  Choice combine(const Choice& a, const Choice& b);
  // Removes each constraint of `choice` with probability `share`. Slots that lose their constraint are left to the
  // compiler. Exception, with probability 1/2: these slots are constrained to the compiler default's layouts instead.
  Choice reduce(const Choice& choice, double share);

  Random& random() { return random_; }

 private:
  uint32_t sampleSlot();
  uint8_t sampleOtherRow(uint32_t slot, uint8_t present);
  bool isOneOf(size_t n) { return random_.below(n) == 0; }

  const Space& space_;
  Random random_;
  // For each value (output of an instruction), the tensors that hold it and whose layout can be chosen.
  std::vector<std::vector<uint32_t>> slotsOfValue_;
  // For slot s (an output or operand whose layout can be chosen), the sum of the sampling weights of slots 0 to s.
  std::vector<double> cumulative_;
};

// A set of configurations, used to avoid proposing the same configuration twice.
class ChoiceSet {
 public:
  bool insert(const Choice& choice) { return choices_.insert(choice).second; }  // returns whether `choice` is new
  bool contains(const Choice& choice) const { return choices_.count(choice) > 0; }

 private:
  std::set<Choice, ChoiceLess> choices_;
};

}  // namespace hlorank::tune
