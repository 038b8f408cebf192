// Which layouts to try: configurations of one program, chosen so that a model learns from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "shared/base/random.h"
#include "shared/configs/layout_space.h"
#include "shared/model/physics.h"

namespace hlorank::collect {

using Choice = std::vector<uint8_t>;  // [slots] row of the slot = rowBegin[slot] + choice

struct Sample {
  Choice choice;
  std::string kind;
};

// The kinds, and of twenty configurations how many:
//   sparse    5  one to five slots changed
//   together  5  some slots changed with what lies around them, so that no copy is needed between: pairs can be learned
//   likely    5  every slot drawn from what physics holds for cheap, so that the fast ones are dense enough to be told
//   apart dense     3  a tenth to a half of the slots changed full      1  every slot anew climb     1  one or two
//   slots of the best so far changed (twice as many from the second round on, see `best`)
// Never the same choice twice. The same seed gives the same samples.
class Sampler {
 public:
  Sampler(const configs::LayoutTable& table, const model::Physics& physics, uint64_t seed);

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
  const model::Physics& physics_;
  std::vector<std::vector<uint32_t>> around_;  // [slots] neighbours
  Random random_;
  std::unordered_set<Choice, Hash> seen_;
  Choice best_;
  uint32_t turn_ = 0;
};

}  // namespace hlorank::collect
