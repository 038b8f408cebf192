// Which layouts to try: configurations of one program, chosen so that a model learns from them.
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

using Choice = std::vector<uint8_t>;  // [slots] row of the slot = rowBegin[slot] + choice

struct Sample {
  Choice choice;
  std::string kind;
};

// The kinds, and of twenty configurations how many:
//   sparse    7  one to five slots changed
//   together  6  one to five slots changed with what lies around them, so that no copy is needed between: what makes
//   pairs
//                of slots be learned
//   likely    5  up to half of the slots drawn anew, seldom against what physics holds for cheap: the fast ones are
//   dense
//                enough to be told apart
//   climb     1  one or two slots of the best so far changed
//   dense     1  any share of the slots changed, seldom all
// The more slots change, the longer a configuration compiles (all: five times as long as none) and the less is learned.
// Never the same choice twice. The same seed gives the same samples.
class Sampler {
 public:
  Sampler(const configs::LayoutTable& table, const model::AnalyticalCosts& analytical, uint64_t seed);

  void exclude(const Choice& choice) { seen_.insert(choice); }
  // The one to climb from; without one, `climb` starts from the default.
  void setBest(Choice best) { best_ = std::move(best); }

  // None when the space seems exhausted.
  std::optional<Sample> next();

 private:
  Choice draw(const std::string& kind);
  void change(Choice& choice, uint32_t slot);
  void changeTogether(Choice& choice, uint32_t slot);
  uint32_t anySlot() { return static_cast<uint32_t>(random_.below(table_.slots.size())); }
  uint32_t rowsOf(uint32_t slot) const { return table_.rowBegin[slot + 1] - table_.rowBegin[slot]; }

  struct Hash {
    size_t operator()(const Choice& choice) const;
  };

  const configs::LayoutTable& table_;
  const model::AnalyticalCosts& analytical_;
  std::vector<std::vector<uint32_t>> around_;  // [slots] neighbours
  Random random_;
  std::unordered_set<Choice, Hash> seen_;
  Choice best_;
  uint32_t turn_ = 0;
};

}  // namespace hlorank::collect
