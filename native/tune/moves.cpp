#include "native/tune/moves.h"

#include <algorithm>
#include <cmath>

namespace hlorank::tune {

Moves::Moves(const Space& space, uint64_t seed, SlotSampling sampling)
    : space_(space), random_(seed), slotsOfValue_(space.subject().analytical.values) {
  for (uint32_t s = 0; s < space.slots(); ++s) slotsOfValue_[space.subject().analytical.valueOfSlot[s]].push_back(s);
  double sum = 0;
  // Sums up the weights with which the tensors are sampled. The square root of the copy time samples small tensors more
  // often than in proportion to that time, because their layouts may decide about fusions.
  for (uint32_t s = 0; s < space.slots(); ++s)
    cumulative_.push_back(sum += sampling == SlotSampling::kUniform ? 1 : std::sqrt(space.weight(s)));
}

uint32_t Moves::sampleSlot() {
  const double total = cumulative_.back();
  if (total <= 0 || random_.below(4) == 0) return static_cast<uint32_t>(random_.below(space_.slots()));
  const auto place = std::upper_bound(cumulative_.begin(), cumulative_.end(), total * random_.uniform());
  return static_cast<uint32_t>(std::min<ptrdiff_t>(place - cumulative_.begin(), std::ssize(cumulative_) - 1));
}

uint8_t Moves::sampleOtherRow(uint32_t slot, uint8_t present) {
  // With probability 1 / kHeld, an unconstrained tensor is constrained to the compiler default's layout.
  constexpr size_t kHeld = 5;
  if (present == kFree && isOneOf(kHeld)) return space_.base()[slot];
  if (present == kFree) present = space_.base()[slot];
  const uint32_t rows = space_.rowsOf(slot);
  return static_cast<uint8_t>((present + 1 + random_.below(rows - 1)) % rows);
}

Choice Moves::mutate(Choice choice) {
  for (size_t left = 1 + random_.below(2); left > 0; --left) {
    const uint32_t slot = sampleSlot();
    const uint8_t row = sampleOtherRow(slot, choice[slot]);
    choice[slot] = row;
    if (isOneOf(2)) continue;
    for (const uint32_t other : slotsOfValue_[space_.subject().analytical.valueOfSlot[slot]]) {
      if (space_.rowsOf(other) == space_.rowsOf(slot)) choice[other] = row;
    }
  }
  return choice;
}

Choice Moves::changeOne() {
  Choice choice = space_.unconstrained();
  const uint32_t slot = sampleSlot();
  choice[slot] = sampleOtherRow(slot, kFree);
  return choice;
}

Choice Moves::combine(const Choice& a, const Choice& b) {
  Choice combined = a;
  for (uint32_t s = 0; s < space_.slots(); ++s) {
    if (b[s] == kFree || b[s] == a[s]) continue;
    const bool bothChange = a[s] != kFree && a[s] != space_.base()[s] && b[s] != space_.base()[s];
    const bool onlyB = a[s] == kFree || b[s] != space_.base()[s];
    if (bothChange ? isOneOf(2) : onlyB) combined[s] = b[s];
  }
  return combined;
}

Choice Moves::reduce(const Choice& choice, double share) {
  Choice reduced = choice;
  const bool toFree = isOneOf(2);
  for (uint32_t s = 0; s < space_.slots(); ++s) {
    if (choice[s] == kFree || random_.uniform() >= share) continue;
    reduced[s] = toFree ? kFree : space_.base()[s];
  }
  return reduced;
}

}  // namespace hlorank::tune
