// Scores configurations that the file does not list: one slot changed, or the best ones according to a model's tables.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

using Choice = std::vector<uint8_t>;  // [slots] one row number per slot, as in configs::Configurations::choices

// Whether `choice` has one row number per slot and every slot has that row.
bool isChoice(const Opened& opened, std::span<const uint8_t> choice);

// One layout of a slot, with the score of the configuration that has it.
struct Setting {
  uint8_t row;     // row of the slot
  float z, score;  // before and after the scale
  size_t rank;     // 1 + number of ranked configurations with a lower score
};

// The choices that the ranking cannot score yet, because a joined network must score them first; without duplicates.
// Considers `choices` and, if `slot` >= 0, also each of them with every layout of that slot.
std::vector<Choice> unscoredChoices(const Opened& opened, const Ranking& ranking, std::span<const Choice> choices,
                                    int slot = -1);

// Scores the configuration with every layout of one slot, in the order of the slot's rows; all other slots keep their
// layout. O(rows of the slot · (slots + configurations)).
std::vector<Setting> scoreSettings(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice,
                                   uint32_t slot);

// A value to which a configuration gives different layouts where it is produced and read. Each reader that differs from
// the producer needs a copy.
struct Disagreement {
  struct Party {
    int64_t slot;  // -1: the producer, if it has no slot for the value
    configs::Layout layout;
  };
  uint32_t value;  // node that produces it
  double bytes;    // size of one copy
  std::vector<Party> parties;
};

// Finds the disagreements of a configuration, most bytes first. Slots left to the compiler never disagree.
// O(slots · log slots).
std::vector<Disagreement> findDisagreements(const Opened& opened, std::span<const uint8_t> choice);

struct Best {
  struct Found {
    Choice choice;
    float z;  // score before the scale
  };
  std::vector<Found> found;  // distinct, lowest z first; without changes that do not lower z
  float bound = 0;           // lower bound of z over all configurations; -infinity if unknown
  bool isProven = false;     // whether the first one reaches the bound, up to rounding
};

// Searches all combinations of the slots' layouts, listed or not, for the `count` configurations with the lowest scores
// by the tables of the ranking's model, as `hlorank tune` does. Cost: see search/layouts.h.
Best findBest(const Opened& opened, const model::AnalyticalCosts& analytical, const Ranking& ranking, size_t count);

}  // namespace hlorank::session
