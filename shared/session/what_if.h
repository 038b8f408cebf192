// Scores configurations that the file does not list: those with another layout of one slot (a tensor whose layout can
// be chosen), and the best of all combinations of layouts according to a model's tables.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

// A configuration: for each slot the index of its selected layout among the slot's rows in the layout table, [slots].
using Choice = std::vector<uint8_t>;

// Whether `choice` has one row index per slot and each index is below the slot's number of rows in the layout table.
bool isChoice(const Opened& opened, std::span<const uint8_t> choice);

// One layout of a slot, with the score that a configuration has if the slot has this layout.
struct ScoredRow {
  uint8_t row;     // index of the layout among the slot's rows in the layout table
  float z, score;  // table score before the scale; score (lower is faster), with that of a join network added
  size_t rank;     // 1 + number of configurations scored so far with a lower score
};

// Returns those of `choices` that the ranking cannot score yet because a join network (early- or late-join) must score
// them first; if `slot` >= 0, also of the choices that differ from one of `choices` in that slot only. No duplicates;
// empty unless the model is a join network.
std::vector<Choice> unscoredChoices(const Opened& opened, const Ranking& ranking, std::span<const Choice> choices,
                                    int slot = -1);

// Scores the configurations that a choice (one row index per slot) becomes with each layout of `slot`, in the order of
// the slot's rows in the layout table. Requires that unscoredChoices(..., {choice}, slot) is empty.
// O(rows of the slot · (slots + configurations)).
std::vector<ScoredRow> scoreRows(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice,
                                 uint32_t slot);

// A value (result of a node) whose producer and readers do not all have the same layout for it. Each reader with
// another layout than the producer needs a copy.
struct Disagreement {
  // The producer or a reader of the value, and its layout of the value.
  struct Party {
    int64_t slot;  // -1: the producer, if its layout cannot be chosen
    configs::Layout layout;
  };
  uint32_t value;  // the node that produces the value
  double bytes;    // size of one copy
  std::vector<Party> parties;
};

// Finds the values whose producer and readers have different layouts in a configuration (one row index per slot), most
// bytes first. Slots that the configuration leaves to the compiler are ignored. O(slots · log slots).
std::vector<Disagreement> findDisagreements(const Opened& opened, std::span<const uint8_t> choice);

// The result of a search for the configurations with the lowest scores. z is a score before the scale (Scale in
// score.h).
struct Best {
  // A configuration that the search found.
  struct Found {
    Choice choice;
    float z;
  };
  std::vector<Found> found;  // distinct, lowest z first; slots keep the program layout unless a change lowers z
  float bound = 0;           // lower bound of z over all configurations; -infinity if unknown
  bool isProven = false;     // whether the z of found[0] is the bound, up to rounding: no configuration is better
};

// Searches all combinations of the slots' layouts, in the file or not, for the `count` configurations with the lowest
// scores by the tables of the ranking's model, as `hlorank tune` does. Cost: see shared/search/layouts.h.
Best findBest(const Opened& opened, const model::AnalyticalCosts& analytical, const Ranking& ranking, size_t count);

}  // namespace hlorank::session
