// Ranks the configurations of a program (assignments of layouts to its tensors) in batches, so that the web page can
// show the best so far. Lower scores are faster; the layouts written in the program score 0. A slot is an output or
// operand whose layout can be chosen. A choice is a configuration given as one layout index per slot.
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

// How well predicted scores order configurations by measured run time. Ignores configurations that are not usable
// (Configurations::usable is 0). Counts equal configurations once, with the median of their times. A field is NaN if it
// is undefined, for example if all times are equal.
struct Agreement {
  double tau = 0;           // Kendall's tau-b of scores and times
  double pairAccuracy = 0;  // fraction of correctly ordered pairs, among pairs whose times differ by more than 2 %
  double orderedPairAccuracy = 0;  // fraction of correctly ordered pairs, among all pairs with different times
  // Least time among the configurations with the 1, 5 or 10 lowest scores, divided by the least time of all, minus 1.
  double slowdown1 = 0, slowdown5 = 0, slowdown10 = 0;
  size_t configurations = 0;  // number of configurations compared
};

// The lowest and highest score that the networks of an ensemble give to a configuration. The mean of the networks
// counts as one more network.
struct Interval {
  float least = 0, greatest = 0;
};

// One term of a configuration's score. It is the predicted effect of one tensor's layout, or of the layouts of two
// neighbouring tensors (a pair). See Tables in score.h.
struct Part {
  uint32_t slot = 0;   // index of the tensor among those whose layout can be chosen; for a pair, the first tensor
  int64_t other = -1;  // index of the second tensor of a pair; -1 if the term is for a single tensor
  float amount = 0;    // value of the term, before the sum of all terms is rescaled (Scale in score.h)
};

// Decomposes the score of a configuration: score = scale(z), plus `configurationScore` if present. z is the sum of the
// amounts of `parts`. Exception: with a loop model, which predicts the time of each loop, `parts` is empty. z is then
// the sum over `loops`: the change of the estimated run time, as a fraction of the time with the program's own layouts.
struct Explanation {
  float score = 0;
  std::optional<Interval> interval;  // empty unless the model is an ensemble
  float z = 0;                       // sum of the amounts of `parts`; with a loop model, of `loops`
  // The score that an early- or late-join network gives to the configuration as a whole. Empty for other models.
  std::optional<float> configurationScore;
  std::vector<configs::Change> changes;  // the tensors whose layout differs from the one written in the program
  std::vector<Part> parts;               // terms of the score, largest magnitude first, without terms that are 0
  std::vector<model::LoopChange> loops;  // loops whose cost differs from that with the program's own layouts
};

// How a ranking determines which configurations compile to the same machine program.
enum class SameProgram : uint8_t {
  kUnknown,    // it does not: each configuration counts as a different program
  kMeasured,   // the configurations were compiled, and the compiled programs compared (Configurations::programs)
  kSimulated,  // by simulating the compiler: configurations that give the same loops count as the same program
};

class Ranking {
 public:
  // Starts a ranking by any model. `opened` must outlive the ranking. `referenceScore` is the output of an early- or
  // late-join network for the layouts written in the program. It is empty for models that do not score whole
  // configurations.
  Ranking(const Opened& opened, std::unique_ptr<model::Scorer> scorer,
          std::optional<float> referenceScore = std::nullopt);
  // Starts a ranking by `tables`, the scores that a network or the analytical cost model gives to single layouts.
  Ranking(const Opened& opened, const model::AnalyticalCosts& analytical, model::Tables tables,
          model::Aggregation aggregation, model::Scale scale, std::optional<float> referenceScore = std::nullopt);

  // Scores up to `count` more configurations, in file order. With an early- or late-join network, stops before the
  // first configuration for which no network output was added. Returns whether the file has configurations left to
  // score. The ranking can be read after each call.
  bool step(size_t count);

  // Whether the model is an early- or late-join network. The score of a configuration is then the sum of the scores of
  // its single layouts, plus the network's output for the configuration, minus its output for the program's own
  // layouts.
  bool isJoined() const { return referenceScore_.has_value(); }
  // Adds the outputs of an early- or late-join network for the next configurations in file order. Returns true, never
  // false. Error: there are more outputs than configurations left, or an output is not finite.
  Result<bool> addConfigurationScores(std::span<const float> scores);
  // Returns the number of outputs that addConfigurationScores has added so far.
  size_t configurationScoreCount() const { return configurationScores_.size(); }
  // Adds the outputs of an early- or late-join network for the configurations `choices`, which need not be in the file.
  // Each has one layout index per slot (output or operand whose layout can be chosen). Returns true, never false.
  // Error: the numbers of choices and outputs differ, or an output is not finite.
  Result<bool> addChoiceScores(std::span<const std::vector<uint8_t>> choices, std::span<const float> scores);
  // Whether a configuration, given as one layout index per tensor, can be scored. With an early- or late-join network,
  // its output must have been added by addChoiceScores. With other models, always true.
  bool canScore(std::span<const uint8_t> choice) const;
  // Returns the output of an early- or late-join network for a configuration (one layout index per tensor), minus its
  // output for the program's own layouts. Returns 0 with other models. Requires canScore(choice).
  float configurationScore(std::span<const uint8_t> choice) const;

  size_t scored() const { return scores_.size(); }               // returns the number of configurations scored so far
  size_t total() const { return opened_.configurations.count; }  // returns the number of configurations in the file
  std::span<const float> scores() const { return scores_; }      // returns the scores so far, [scored()], in file order
  // Returns the numbers of the k best configurations scored so far, best first. Equal scores are ordered by number.
  // Leaves out the compiler default if its layouts are not recorded. O(scored() + k log k).
  std::vector<uint32_t> top(size_t k) const;
  // Returns the numbers of the k best configurations scored so far that compile to different programs, best first. Of
  // several configurations that compile to the same program, only the first in the file counts.
  std::vector<uint32_t> topPrograms(size_t k) const;

  SameProgram sameProgram() const;
  // Returns the first configuration in the file that compiles to the same program as `configuration`. Returns
  // `configuration` itself for the compiler default, and if compiled programs are not known (SameProgram::kUnknown).
  // `configuration` must have been scored.
  uint32_t firstOfProgram(size_t configuration) const { return firstOfProgram_[configuration]; }
  // Returns how many of the configurations scored so far compile to the same program as `configuration`. Counts
  // `configuration` too.
  uint32_t copiesOf(size_t configuration) const { return copies_[firstOfProgram_[configuration]]; }

  // Compares the scores of all configurations scored so far with the measured run times. Returns nullopt if the file
  // has no run times.
  std::optional<Agreement> agreement() const;
  // Compares the scores of the configurations with the numbers `configurations` with the measured run times. Skips
  // configurations that are not scored yet. Returns nullopt if the file has no run times.
  std::optional<Agreement> agreement(std::span<const uint32_t> configurations) const;
  // Decomposes the score of a configuration into its terms. The configuration must have been scored.
  Explanation explain(size_t configuration) const;
  // Score any configuration, in the file or not. `choice` has for each slot (output or operand whose layout can be
  // chosen) the index of its layout. `score` and `explain` require canScore(choice).
  float score(std::span<const uint8_t> choice) const;
  Explanation explain(std::span<const uint8_t> choice) const;
  // Replaces the configurations that the user made. They count in ranks like those of the file.
  void setUserConfigurations(std::vector<std::vector<uint8_t>> choices);
  std::span<const std::vector<uint8_t>> userConfigurations() const { return own_; }
  // Returns the score of user configuration number `i`. Returns NaN if canScore is false.
  float userScore(size_t i) const;
  // Returns the user configuration with the lowest score. Returns nullopt if none has a score.
  std::optional<size_t> bestUserConfiguration() const;
  // Returns the rank of a score: 1 + the number of programs scored so far that have a lower score, in the file or made
  // by the user. Configurations that compile to the same program count as one. Equal scores have the same rank.
  size_t rankOf(float score) const;
  // Returns the rank of a configuration of the file; 1 is best. Configurations that compile to the same program have
  // the rank of the one that comes first in the file.
  size_t rankOfConfiguration(size_t configuration) const { return rankOf(scores_[firstOfProgram(configuration)]); }
  // Returns the scorer of the model. For an early- or late-join network, it leaves out the score of the configuration
  // as a whole.
  const model::Scorer& scorer() const { return *scorer_; }
  // Return the model's scorer as its concrete type, for explanations and searches. Return null if it has another type.
  // A TableScorer adds up scores of single layouts. A LoopScorer adds up the predicted costs of the loops that the
  // simulated compiler generates.
  const model::TableScorer* tables() const { return dynamic_cast<const model::TableScorer*>(scorer_.get()); }
  const model::LoopScorer* loops() const { return dynamic_cast<const model::LoopScorer*>(scorer_.get()); }

 private:
  Explanation explain(std::span<const uint8_t> choice, float configurationScore) const;
  // Returns the lowest and highest score that the networks of an ensemble give. Returns nullopt for other models.
  std::optional<Interval> interval(std::span<const uint8_t> choice) const;
  // Finds, for each configuration that was scored last, the first one that compiles to the same program. `simulated`
  // has for each of them a hash of the loops that the simulated compiler makes.
  void addPrograms(std::span<const uint64_t> simulated);
  void forgetUserScores();
  void addUserScores(std::vector<float>& sorted) const;
  std::vector<uint32_t> listed() const;
  void sortTop(std::vector<uint32_t>& order, size_t k) const;

  const Opened& opened_;
  std::unique_ptr<model::Scorer> scorer_;
  std::vector<float> scores_;                      // [configurations scored so far]
  std::vector<uint32_t> firstOfProgram_, copies_;  // [configurations scored so far]
  // For each compiled program, the first configuration that compiles to it. The key is the number of the program or the
  // hash of its loops.
  std::unordered_map<uint64_t, uint32_t> programs_;
  std::vector<std::vector<uint8_t>> own_;  // configurations that the user made
  mutable std::vector<float> ownScores_;   // their scores; NaN if not scored yet; empty if not computed
  // Scores of the first `sortedAt_` configurations and of the user's, sorted; each compiled program counts once.
  mutable std::vector<float> sortedScores_;
  mutable size_t sortedAt_ = 0;  // value of scored() when sortedScores_ was computed
  // Output of an early- or late-join network for the layouts written in the program.
  std::optional<float> referenceScore_;
  // [configurations whose network output was added] Output of an early- or late-join network for each configuration,
  // minus referenceScore_.
  std::vector<float> configurationScores_;
  // Output of an early- or late-join network minus referenceScore_. The key is the configuration, one byte per tensor
  // with the index of its layout.
  std::unordered_map<std::string, float> choiceScores_;
};

// Starts a ranking of the opened program's configurations by the analytical cost model, which needs no training.
Ranking rankAnalytically(const Opened& opened, const model::AnalyticalCosts& analytical);

// Returns the name of slot number `slot`, an output or operand whose layout can be chosen: "dot.12 operand 0".
std::string slotName(const Opened& opened, uint32_t slot);

}  // namespace hlorank::session
