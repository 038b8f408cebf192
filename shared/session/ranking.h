// An incremental ranking: configurations are scored in batches, so that the page can show the best so far and stop at
// any time. Lower scores are faster; the reference configuration (the program layouts) scores 0. A slot is a tensor
// whose layout a configuration sets; a choice is a configuration given as one row index (number of a layout) per slot.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/analytical.h"
#include "shared/model/loop_scorer.h"
#include "shared/model/score.h"
#include "shared/session/open.h"

namespace hlorank::session {

// Agreement of a ranking with measured run times, without duplicates and configurations of unrecorded layouts
// (Configurations::usable is 0). A figure is NaN if it is undefined, for example without any pair of different times.
struct Agreement {
  double tau = 0;                  // Kendall's tau-b
  double pairAccuracy = 0;         // fraction of correctly ordered pairs among those whose times differ by over 2 %
  double orderedPairAccuracy = 0;  // fraction of correctly ordered pairs among all pairs with different times
  double slowdown1 = 0, slowdown5 = 0, slowdown10 = 0;  // best time among the top 1, 5, 10 / best time of all − 1
  size_t configurations = 0;                            // number of configurations compared
};

// The lowest and highest score of a configuration among the ensemble's mean and each of its networks.
struct Interval {
  float least = 0, greatest = 0;
};

// A table entry (see Tables in score.h) that contributes to the score of a configuration.
struct Part {
  uint32_t slot = 0;   // slot of the entry; the first slot of a pair entry (entry of two rows of neighbouring slots)
  int64_t other = -1;  // second slot of a pair entry; -1: not a pair entry
  float amount = 0;    // the entry, before the scale (Scale in score.h)
};

// The score of a configuration and what it is made of: score = scale(z), plus `configurationScore` if it has a value.
// With a loop model there are no `parts`: z is the change of the estimated run time, as a fraction of that with the
// program layouts, and the amounts of `loops` add up to it.
struct Explanation {
  float score = 0;
  std::optional<Interval> interval;  // empty unless the model is an ensemble
  float z = 0;                       // sum of the amounts of `parts` or `loops`
  // The join network's score of the whole configuration; empty: no join network.
  std::optional<float> configurationScore;
  std::vector<configs::Change> changes;  // the slots whose layout differs from the program layout
  std::vector<Part> parts;               // largest magnitude first; without parts of amount 0
  std::vector<model::LoopChange> loops;  // loop model: loops whose cost differs from that with program layouts
};

// How a ranking knows which configurations compile to the same program.
enum class SameProgram : uint8_t {
  kUnknown,    // it does not know: each configuration counts as a program of its own
  kMeasured,   // the compiled programs were compared (Configurations::programs)
  kSimulated,  // a loop model simulates the same loops for them
};

class Ranking {
 public:
  // Starts a ranking by any model. `opened` must outlive it. For a join network (early- or late-join), which also
  // scores whole configurations, `referenceScore` is its output for the reference configuration (the program layouts);
  // empty for other models.
  Ranking(const Opened& opened, std::unique_ptr<model::Scorer> scorer,
          std::optional<float> referenceScore = std::nullopt);
  // Starts a ranking by the tables of a network or of the analytical cost model.
  Ranking(const Opened& opened, const model::AnalyticalCosts& analytical, model::Tables tables,
          model::Aggregation aggregation, model::Scale scale, std::optional<float> referenceScore = std::nullopt);

  // Scores up to `count` more configurations, in file order; with a join network, only those whose network score was
  // added. Returns whether the file has configurations that are not scored yet. The ranking can be used after each
  // call.
  bool step(size_t count);

  // Whether the model is a join network (early- or late-join). Then a score is the table score plus a
  // configuration-level score: the network's output for the configuration minus its output for the program layouts.
  bool isJoined() const { return referenceScore_.has_value(); }
  // Adds a join network's outputs for the next configurations in file order. Returns true, or an error if there are
  // more outputs than configurations left or one is not finite.
  Result<bool> addConfigurationScores(std::span<const float> scores);
  size_t configurationScoreCount() const { return configurationScores_.size(); }  // network outputs added so far
  // Adds a join network's outputs for choices (one row index per slot) that the file need not list. Returns true, or an
  // error if the numbers of choices and outputs differ or an output is not finite.
  Result<bool> addChoiceScores(std::span<const std::vector<uint8_t>> choices, std::span<const float> scores);
  // Whether a choice can be scored: always, but with a join network only after addChoiceScores with this choice.
  bool canScore(std::span<const uint8_t> choice) const;
  // Returns the configuration-level score of a choice, which is relative to the program layouts; 0 without a join
  // network. Requires canScore(choice).
  float configurationScore(std::span<const uint8_t> choice) const;

  size_t scored() const { return scores_.size(); }               // number of configurations scored so far
  size_t total() const { return opened_.configurations.count; }  // number of configurations in the file
  std::span<const float> scores() const { return scores_; }      // [scored()] in file order
  // Returns the numbers of the k best configurations so far, best first; ties by number. Leaves out the compiler
  // default if its layouts are not recorded. O(scored() + k log k).
  std::vector<uint32_t> top(size_t k) const;
  // Returns the same as top(k), but of configurations that compile to the same program only the first.
  std::vector<uint32_t> topPrograms(size_t k) const;

  SameProgram sameProgram() const;
  // Returns the first configuration that compiles to the same program as `configuration`: itself if there is none
  // before it, if that is unknown (SameProgram::kUnknown), and for the compiler default. Requires that the
  // configuration is scored.
  uint32_t firstOfProgram(size_t configuration) const { return firstOfProgram_[configuration]; }
  // Returns how many of the configurations scored so far compile to the same program as `configuration`, itself
  // included.
  uint32_t copiesOf(size_t configuration) const { return copies_[firstOfProgram_[configuration]]; }

  // Compares the configurations scored so far with their measured times; nullopt if the file has no run times.
  std::optional<Agreement> agreement() const;
  // Compares only the configurations with these numbers with their measured times; skips those without a score.
  std::optional<Agreement> agreement(std::span<const uint32_t> configurations) const;
  // Returns the range of a configuration's scores over the networks of an ensemble; nullopt without an ensemble.
  std::optional<Interval> interval(size_t configuration) const;
  Explanation explain(size_t configuration) const;  // requires that the configuration is scored
  // Score and explain any choice (one row index per slot). `score` and `explain` require canScore(choice).
  float score(std::span<const uint8_t> choice) const;
  std::optional<Interval> interval(std::span<const uint8_t> choice) const;
  Explanation explain(std::span<const uint8_t> choice) const;
  // Returns the rank of a score: 1 + the number of programs scored so far that have a lower score. Configurations that
  // compile to the same program count once, and equal scores have the same rank.
  size_t rankOf(float score) const;
  // Returns the rank of a configuration of the input file. Configurations that compile to the same program share the
  // rank of the first of them.
  size_t rankOfConfiguration(size_t configuration) const { return rankOf(scores_[firstOfProgram(configuration)]); }
  // Returns the scorer, which does not know the scores of a join network.
  const model::Scorer& scorer() const { return *scorer_; }
  // Return the scorer if it is one of tables or of a loop model, for explanations and searches; else null.
  const model::TableScorer* tables() const { return dynamic_cast<const model::TableScorer*>(scorer_.get()); }
  const model::LoopScorer* loops() const { return dynamic_cast<const model::LoopScorer*>(scorer_.get()); }

 private:
  Explanation explain(std::span<const uint8_t> choice, float configurationScore) const;
  // Assigns the configurations that were scored last to their programs. `simulated`: hashes of their simulated loops.
  void addPrograms(std::span<const uint64_t> simulated);
  std::vector<uint32_t> listed() const;
  void sortTop(std::vector<uint32_t>& order, size_t k) const;

  const Opened& opened_;
  std::unique_ptr<model::Scorer> scorer_;
  std::vector<float> scores_;                            // [configurations scored so far]
  std::vector<uint32_t> firstOfProgram_, copies_;        // [configurations scored so far]
  std::unordered_map<uint64_t, uint32_t> programs_;      // compiled program or hash of loops -> first configuration
  mutable std::vector<float> sortedScores_;              // of the programs scored when `rankOf` was called last
  mutable size_t sortedAt_ = 0;                          // number of configurations that sortedScores_ is about
  std::optional<float> referenceScore_;                  // the join network's output for the program layouts
  std::vector<float> configurationScores_;               // [configurations so far] configuration-level scores
  std::unordered_map<std::string, float> choiceScores_;  // configuration-level scores, by choice (one byte per slot)
};

// Starts a ranking by the analytical cost model, without a trained model.
Ranking rankAnalytically(const Opened& opened, const model::AnalyticalCosts& analytical);

// Names the tensor whose layout a slot sets: "dot.12 operand 0".
std::string slotName(const Opened& opened, uint32_t slot);

}  // namespace hlorank::session
