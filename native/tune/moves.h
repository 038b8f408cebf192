// Small changes of configurations.
#pragma once

#include <set>

#include "native/tune/space.h"
#include "shared/base/random.h"

namespace hlorank::tune {

enum class Draw { kEvenly, kByWeight };  // how slots to change are drawn

class Moves {
 public:
  Moves(const Space& space, uint64_t seed, Draw draw);

  // One or two slots changed, each maybe with all others of its value: to another order than the present one, or, where
  // they were free, held at what the compiler chooses, which may keep it from fusing or converting around them.
  Choice mutated(Choice choice);
  // One slot of the compiler's choice changed or held, the rest left free.
  Choice single();
  // The constraints of both; where they disagree the one that changes something, or either.
  Choice joined(const Choice& a, const Choice& b);
  // With about `share` of its constraints taken out, or its changes taken back.
  Choice reduced(const Choice& choice, double share);

  Random& random() { return random_; }

 private:
  uint32_t anySlot();
  uint8_t otherRow(uint32_t slot, uint8_t present);
  bool isOneOf(size_t n) { return random_.below(n) == 0; }

  const Space& space_;
  Random random_;
  std::vector<std::vector<uint32_t>> slotsOfValue_;
  std::vector<double> cumulative_;  // [slots] of what slots are drawn by
};

// Configurations that were proposed before.
class Seen {
 public:
  bool isNew(const Choice& choice) { return seen_.insert(choice).second; }
  bool has(const Choice& choice) const { return seen_.count(choice) > 0; }

 private:
  std::set<Choice, ChoiceLess> seen_;
};

}  // namespace hlorank::tune
