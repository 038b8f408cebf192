// Configurations that stand in no list: one setting of a slot changed, and the best that the tables of a model hold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

using Choice = std::vector<uint8_t>;  // [slots] a row of each, as in configs::Configurations::choices

// Whether it has a row of every slot's for every slot.
bool isChoice(const Opened& opened, std::span<const uint8_t> choice);

// A layout that a slot may have, and what the configuration would score with it.
struct Setting {
  uint8_t row;  // of the slot
  float z, score;
  size_t rank;  // among those ranked: 1 + how many score lower
};

// Of these, and of every setting of `slot` in them where one is given, those that the ranking does not know: a joined
// network has to score them first. Distinct.
std::vector<Choice> unknownOf(const Opened& opened, const Ranking& ranking, std::span<const Choice> choices,
                              int slot = -1);

// Every setting of one slot of a configuration, in the order of the slot's rows. The rest stays as it is.
// O(rows · (slots + configurations)).
std::vector<Setting> settingsOf(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice,
                                uint32_t slot);

// A value that a configuration lays out in more than one way: whoever reads it otherwise than it is written needs a
// copy of it.
struct Disagreement {
  struct Party {
    int64_t slot;  // -1: the producer, whose layout is not to be chosen
    configs::Layout layout;
  };
  uint32_t value;  // node
  double bytes;    // of one copy
  std::vector<Party> parties;
};

// Of a configuration, most bytes first. A layout that is left to the compiler agrees with all. Linear in the slots.
std::vector<Disagreement> disagreementsOf(const Opened& opened, std::span<const uint8_t> choice);

struct Best {
  struct Found {
    Choice choice;
    float z;
  };
  std::vector<Found> found;  // distinct, least first; changes that lower nothing are taken back
  float bound = 0;           // no configuration of the space has a lesser z
  bool isProven = false;     // the first one reaches the bound
};

// The `count` configurations that score lowest by the tables of the ranking's model, over every layout of every slot,
// listed or not: the search of `hlorank tune`. See search/layouts.h for its cost.
Best bestOf(const Opened& opened, const model::AnalyticalCosts& analytical, const Ranking& ranking, size_t count);

}  // namespace hlorank::session
