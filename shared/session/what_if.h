// Scores configurations (assignments of layouts to tensors) that the file does not list. Changes the layout of one
// slot, an output or operand whose layout can be chosen, or searches all combinations of layouts for the best.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

// A configuration, [slots]. For each slot (output or operand whose layout can be chosen), it has the index of the
// chosen layout among those that the layout table lists for the slot.
using Choice = std::vector<uint8_t>;

// Whether `choice` is a valid configuration. It must have one layout index per tensor whose layout can be chosen. Each
// index must be below the number of layouts that the layout table lists for the tensor.
bool isChoice(const Opened& opened, std::span<const uint8_t> choice);

// A layout that a tensor could have, with the score of the configuration that results.
struct ScoredRow {
  uint8_t row;  // index of the layout among the tensor's layouts in the layout table
  // Z: score before rescaling; score: lower is faster, includes the output of an early- or late-join network.
  float z, score;
  size_t rank;  // 1 + number of compiled programs scored so far with a lower score
};

// Returns those of `choices` (configurations) that an early- or late-join network must score before the ranking can. If
// `slot` >= 0, also considers each of `choices` with every other layout of tensor number `slot`. The result has no
// duplicates. For other models, it is empty.
std::vector<Choice> unscoredChoices(const Opened& opened, const Ranking& ranking, std::span<const Choice> choices,
                                    int slot = -1);

// Scores the configuration `choice` with each layout that tensor number `slot` can have, in the order of the layout
// table. Requires that unscoredChoices(..., {choice}, slot) is empty. O(layouts of the tensor · (tensors +
// configurations)).
std::vector<ScoredRow> scoreRows(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice,
                                 uint32_t slot);

// An instruction's result for which the producer and its readers do not all use the same layout. Each reader whose
// layout differs from the producer's needs a copy.
struct Disagreement {
  // The producer or one reader of the result, with the layout that it uses for the result.
  struct Party {
    // Index among the tensors whose layout can be chosen; -1 for a producer whose layout cannot be chosen.
    int64_t slot;
    configs::Layout layout;
  };
  uint32_t value;  // the node that produces the value
  double bytes;    // size of one copy of the value, in bytes
  std::vector<Party> parties;
};

// Finds the values whose producer and readers use different layouts, most bytes first. `choice` has, for each tensor
// whose layout can be chosen, the index of its layout. Ignores tensors that are left to the compiler. O(n log n) for n
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
  // Distinct configurations, lowest z first. A tensor has another layout than in the program only if this lowers z.
  std::vector<Found> found;
  float bound = 0;        // lower bound of z over all configurations; -infinity if unknown
  bool isProven = false;  // whether found[0] is proven best: its z equals the bound, up to rounding
};

// Searches all combinations of layouts, in the file or not, for the `count` configurations with the lowest scores, in
// steps, so that the page can show progress and cancel. The scores are those of the ranking's model. `hlorank tune`
// searches in the same way. For the running time see shared/search/layouts.h. The arguments must outlive the search.
class BestSearch {
 public:
  BestSearch(const Opened& opened, const model::AnalyticalCosts& analytical, const Ranking& ranking, size_t count);

  // Continues the search until about `scores` more configurations are scored, which takes most of the time. Returns
  // whether the search is finished.
  bool step(size_t scores);
  double progress() const;                    // approximate fraction of the work done so far, 0 to 1
  const Best& best() const { return best_; }  // the result of a finished search

 private:
  void solve();
  bool removeUselessChanges(size_t& scores);
  void addFound(Choice choice);
  void finish();

  const Opened& opened_;
  const model::AnalyticalCosts& analytical_;
  const Ranking& ranking_;
  size_t count_;
  std::vector<model::SingleChange> changes_;  // for loop models: the changes of single layouts to score
  size_t scored_ = 0;                         // number of them scored so far
  model::Tables singles_;                     // scores of single changes
  bool isSolved_ = false;
  std::vector<Choice> choices_;  // solutions, which are still without the removal of useless changes from solution_ on
  size_t solution_ = 0, slot_ = 0;  // position of that removal
  float z_ = 0;                     // z of the current solution
  float tolerance_ = 0;             // rounding error with which found[0] may exceed the bound
  Best best_;
};

}  // namespace hlorank::session
