#include "native/tune/space.h"

#include <algorithm>
#include <cmath>

namespace hlorank::tune {

Space::Space(const collect::Subject& subject, model::Tables tables, model::Aggregation aggregation)
    : subject_(subject),
      tables_(std::move(tables)),
      aggregation_(aggregation),
      scorer_(subject.configurations, subject.analytical, tables_, aggregation, model::Scale::kIdentity),
      base_(subject.compilerDefault.empty() ? Choice(subject.configurations.table.slots.size(), 0)
                                            : subject.compilerDefault),
      weights_(base_.size(), 0) {
  // Index of the analytical cost term that is 0.1·w for a changed layout, where w is the weight that this function
  // computes.
  constexpr int kChangedTerm = 3;
  for (uint32_t s = 0; s < slots(); ++s) {
    for (uint32_t row = table().rowBegin[s]; row < table().rowBegin[s + 1]; ++row)
      weights_[s] = std::max(weights_[s], 10. * double{subject.analytical.terms[row][kChangedTerm]});
  }
  baseScore_ = logZ(base_);
}

double Space::logZ(const Choice& choice) const {
  const double z = double{scorer_.score(choice)};
  return std::copysign(std::log1p(std::abs(z)), z);
}

double Space::score(const Choice& choice) const {
  return logZ(fillFreeSlots(choice)) - baseScore_;
}

Choice Space::fillFreeSlots(const Choice& choice) const {
  Choice written = choice;
  for (size_t s = 0; s < slots(); ++s) {
    if (choice[s] == kFree) written[s] = base_[s];
  }
  return written;
}

Choice Space::freeUnchangedSlots(const Choice& choice) const {
  Choice changes = choice;
  for (size_t s = 0; s < slots(); ++s) {
    if (choice[s] == base_[s]) changes[s] = kFree;
  }
  return changes;
}

std::vector<uint32_t> Space::changedSlots(const Choice& choice) const {
  std::vector<uint32_t> changed;
  for (uint32_t s = 0; s < slots(); ++s) {
    if (choice[s] != kFree && choice[s] != base_[s]) changed.push_back(s);
  }
  return changed;
}

size_t Space::countConstrained(const Choice& choice) const {
  return slots() - static_cast<size_t>(std::count(choice.begin(), choice.end(), kFree));
}

}  // namespace hlorank::tune
