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

// A layout configuration. For each slot (an output or operand whose layout can be chosen), the index of the chosen
// layout among the layouts of the slot. Index 0 is the layout written in the program. Slot s has the layout in row
// rowBegin[s] + choice[s] of the LayoutTable.
using Choice = std::vector<uint8_t>;

struct Sample {
  Choice choice;
  std::string kind;  // kind of sample: "sparse", "together", "likely", "climb" or "dense" (see Sampler)
};

// Samples configurations of five kinds in a fixed cycle of 20, with the following number of each kind. A slot (an
// output or operand whose layout can be chosen) is "changed" if it has another layout than the one written in the
// program.
//   sparse    7  1 to 5 slots changed
//   together  6  1 to 5 slots changed, and the slots connected to them changed to match, which avoids copies between
//                them; these samples show a model how two slots interact
//   likely    5  up to half of the slots resampled, mostly to layouts that are cheap by the analytical cost model; this
//                gives enough fast configurations to rank them
//   climb     1  the fastest measured configuration (setBest) with 1 or 2 more slots changed
//   dense     1  a random fraction of the slots changed, rarely all
// The more slots change, the longer the compilation (all slots: five times as long as none) and the less a model learns
// from it. No configuration is returned twice. Equal seeds give equal samples.
class Sampler {
 public:
  Sampler(const configs::LayoutTable& table, const model::AnalyticalCosts& analytical, uint64_t seed);

  // Makes sure that next() never returns this configuration.
  void exclude(const Choice& choice) { seen_.insert(choice); }
  // Sets the fastest configuration measured so far, which samples of kind "climb" modify. Initially the layouts written
  // in the program.
  void setBest(Choice best) { best_ = std::move(best); }

  // Returns a configuration that next() has not returned before. Returns nullopt if the program has no slots (outputs
  // and operands whose layout can be chosen), or if 200 samples in a row of every kind were repeats, so that probably
  // all configurations have been sampled.
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
  // For each slot (an output or operand whose layout can be chosen), the indices of the slots connected to it.
  std::vector<std::vector<uint32_t>> neighbours_;
  Random random_;
  std::unordered_set<Choice, Hash> seen_;
  Choice best_;
  uint32_t turn_ = 0;
};

}  // namespace hlorank::collect
