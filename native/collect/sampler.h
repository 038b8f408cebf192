// Samples layout configurations of one program as training data for a model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "shared/base/random.h"
#include "shared/configs/layout_space.h"
#include "shared/model/analytical.h"

namespace hlorank::collect {

using Choice = std::vector<uint8_t>;  // [slots] row of the layout table = rowBegin[slot] + choice[slot]

struct Sample {
  Choice choice;
  std::string kind;  // how it was sampled; see Sampler
};

// Cycles through five kinds of samples; the number is how many of each 20 samples have the kind:
//   sparse    7  1 to 5 slots changed
//   together  6  1 to 5 slots changed, and their neighbours changed to match, which avoids copies between them; this is
//                the training data for pairs of slots
//   likely    5  up to half of the slots resampled, mostly to layouts that are cheap by the analytical cost model; this
//                gives enough fast configurations to rank them
//   climb     1  1 or 2 slots of the fastest measured configuration changed
//   dense     1  a random fraction of the slots changed, rarely all
// The more slots change, the longer the compilation (all slots: five times as long as none) and the less a model learns
// from it. No choice is returned twice. The same seed gives the same samples.
class Sampler {
 public:
  Sampler(const configs::LayoutTable& table, const model::AnalyticalCosts& analytical, uint64_t seed);

  // Never returns this choice.
  void exclude(const Choice& choice) { seen_.insert(choice); }
  // Sets the configuration that `climb` changes. Initially the program layouts.
  void setBest(Choice best) { best_ = std::move(best); }

  // Returns nullopt after 200 repeated choices in a row of every kind: the space is probably exhausted.
  std::optional<Sample> next();

 private:
  Choice sampleChoice(const std::string& kind);
  void change(Choice& choice, uint32_t slot);
  void changeTogether(Choice& choice, uint32_t slot);
  uint32_t anySlot() { return static_cast<uint32_t>(random_.below(table_.slots.size())); }
  uint32_t rowsOf(uint32_t slot) const { return table_.rowBegin[slot + 1] - table_.rowBegin[slot]; }

  struct Hash {
    size_t operator()(const Choice& choice) const;
  };

  const configs::LayoutTable& table_;
  const model::AnalyticalCosts& analytical_;
  std::vector<std::vector<uint32_t>> neighbours_;  // [slots] neighbouring slots
  Random random_;
  std::unordered_set<Choice, Hash> seen_;
  Choice best_;
  uint32_t turn_ = 0;
};

}  // namespace hlorank::collect
