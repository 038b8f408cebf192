#include "native/collect/sampler.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace hlorank::collect {
namespace {

// The kinds (see Sampler) of 20 consecutive samples; every further 20 samples have the same kinds. The kinds alternate,
// so that a few samples already cover most kinds.
constexpr const char* kCycle[] = {"sparse",   "together", "likely", "sparse",   "together", "likely", "sparse",
                                  "together", "climb",    "sparse", "likely",   "together", "dense",  "sparse",
                                  "together", "likely",   "sparse", "together", "likely",   "sparse"};
constexpr size_t kMaxMisses = 200;  // after this number of repeated configurations in a row, the next kind is tried

}  // namespace

size_t Sampler::Hash::operator()(const Choice& choice) const {
  return std::hash<std::string_view>()({reinterpret_cast<const char*>(choice.data()), choice.size()});
}

Sampler::Sampler(const configs::LayoutTable& table, const model::AnalyticalCosts& analytical, uint64_t seed)
    : table_(table),
      analytical_(analytical),
      neighbours_(table.slots.size()),
      random_(seed),
      best_(table.slots.size(), 0) {
  for (const auto& [a, b] : analytical.neighbours) {
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }
  seen_.insert(best_);
}

std::optional<Sample> Sampler::next() {
  if (table_.slots.empty()) return std::nullopt;
  for (size_t kinds = 0; kinds < std::size(kCycle); ++kinds) {
    const std::string kind = kCycle[turn_++ % std::size(kCycle)];
    for (size_t misses = 0; misses < kMaxMisses; ++misses) {
      Choice choice = sampleChoice(kind);
      if (seen_.insert(choice).second) return Sample{std::move(choice), kind};
    }
  }
  return std::nullopt;
}

Choice Sampler::sampleChoice(const std::string& kind) {
  const size_t slots = table_.slots.size();
  Choice choice(slots, 0);
  if (kind == "sparse") {
    for (size_t left = 1 + random_.below(5); left > 0; --left) change(choice, anySlot());
  } else if (kind == "together") {
    const size_t most = std::max<size_t>(1, std::min<size_t>(slots / 2, 5));
    for (size_t left = 1 + random_.below(most); left > 0; --left) changeTogether(choice, anySlot());
  } else if (kind == "dense") {
    const double density = std::pow(random_.uniform(), 2);
    for (uint32_t s = 0; s < slots; ++s)
      if (random_.uniform() < density) change(choice, s);
  } else if (kind == "likely") {
    // Gives a random part of the tensors a layout that is cheap by the analytical cost model. Chooses the layout with
    // the lowest (cost − uniform noise), so that the noise decides between layouts of similar cost.
    const double temperature = std::pow(10., -3 + 2 * random_.uniform());
    const double density = .5 * random_.uniform();
    for (uint32_t s = 0; s < slots; ++s) {
      if (random_.uniform() > density) continue;
      double least = 0;
      for (uint32_t row = 0; row < rowsOf(s); ++row) {
        const auto& terms = analytical_.terms[table_.rowBegin[s] + row];
        const double cost = terms[0] + terms[1] + terms[2] - temperature * random_.uniform();
        if (row == 0 || cost < least) least = cost, choice[s] = static_cast<uint8_t>(row);
      }
    }
  } else {  // "climb"
    choice = best_;
    for (size_t left = 1 + random_.below(2); left > 0; --left) {
      if (random_.below(2) == 0) {
        change(choice, anySlot());
      } else {
        changeTogether(choice, anySlot());
      }
    }
  }
  return choice;
}

void Sampler::change(Choice& choice, uint32_t slot) {
  choice[slot] = static_cast<uint8_t>((choice[slot] + 1 + random_.below(rowsOf(slot) - 1)) % rowsOf(slot));
}

// Changes the layout of a slot (an output or operand whose layout can be chosen) and of slots connected to it.
// Connected slots with the same value (output of one instruction) always change, others at random. A connected slot
// with the same number of layouts gets the layout with the same index. That is the same dimension order if the
// dimensions of the two tensors correspond one to one.
void Sampler::changeTogether(Choice& choice, uint32_t slot) {
  change(choice, slot);
  const double probability = random_.uniform();
  for (const uint32_t other : neighbours_[slot]) {
    const bool sameValue = analytical_.valueOfSlot[other] == analytical_.valueOfSlot[slot];
    if (!sameValue && random_.uniform() > probability) continue;
    if (rowsOf(other) == rowsOf(slot)) {
      choice[other] = choice[slot];
    } else {
      change(choice, other);
    }
  }
}

}  // namespace hlorank::collect
