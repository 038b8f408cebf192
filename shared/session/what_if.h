// Scores configurations (assignments of layouts to tensors) that the file does not list. Changes the layout of one
// slot, a tensor whose layout can be chosen, or searches all combinations of layouts for the best.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

// A configuration. For each slot (tensor whose layout can be chosen) it has the index of the layout among those that
// the layout table lists for the slot, [slots].
using Choice = std::vector<uint8_t>;

// Whether `choice` is a valid configuration: one layout index per tensor whose layout can be chosen, each below the
// number of layouts that the layout table lists for that tensor.
bool isChoice(const Opened& opened, std::span<const uint8_t> choice);

// A layout that a tensor could have, with the score that the configuration would then have.
struct ScoredRow {
  uint8_t row;     // index of the layout among the tensor's layouts in the layout table
  float z, score;  // score before it is rescaled; score (lower is faster) with that of an early- or late-join network
  size_t rank;     // 1 + number of compiled programs scored so far with a lower score
};

// Returns those of `choices` (configurations) that an early- or late-join network must score before the ranking can.
// If `slot` >= 0, also considers each of `choices` with every other layout of tensor number `slot`. The result has no
// duplicates; it is empty for other models.
std::vector<Choice> unscoredChoices(const Opened& opened, const Ranking& ranking, std::span<const Choice> choices,
                                    int slot = -1);

// Scores the configuration `choice` with each layout that tensor number `slot` can have, in the order of the layout
// table. Requires that unscoredChoices(..., {choice}, slot) is empty. O(layouts of the tensor · (tensors +
// configurations)).
std::vector<ScoredRow> scoreRows(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice,
                                 uint32_t slot);

// An instruction's result for which the producer and the readers do not all have the same layout. Each reader whose
// layout differs from the producer's needs a copy.
struct Disagreement {
  // The producer or one reader of the value, with the layout that it has for the value.
  struct Party {
    int64_t slot;  // index among the tensors whose layout can be chosen; -1: the producer, whose layout cannot be
    configs::Layout layout;
  };
  uint32_t value;  // the node that produces the value
  double bytes;    // size of one copy of the value, in bytes
  std::vector<Party> parties;
};

// Finds the values whose producer and readers have different layouts, most bytes first. `choice`: for each tensor whose
// layout can be chosen, the index of its layout. Ignores tensors that are left to the compiler. O(n log n) for n
// tensors.
std::vector<Disagreement> findDisagreements(const Opened& opened, std::span<const uint8_t> choice);

// The result of a search for the configurations with the lowest scores. z is a score before it is rescaled (Scale in
// score.h); lower is faster.
struct Best {
  // A configuration that the search found, with its score.
  struct Found {
    Choice choice;
    float z;
  };
  // Distinct configurations, lowest z first. They change a layout of the program only where this lowers z.
  std::vector<Found> found;
  float bound = 0;        // lower bound of z over all configurations; -infinity if unknown
  bool isProven = false;  // whether no configuration is better than found[0]: its z is the bound, up to rounding
};

// Searches all combinations of layouts, in the file or not, for the `count` configurations with the lowest scores
// according to the ranking's model, as `hlorank tune` does. Cost: see shared/search/layouts.h.
Best findBest(const Opened& opened, const model::AnalyticalCosts& analytical, const Ranking& ranking, size_t count);

}  // namespace hlorank::session
