// An incremental ranking: configurations are scored in batches, so that a page can show the best so far and stop at any
// time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/analytical.h"
#include "shared/model/score.h"
#include "shared/session/open.h"

namespace hlorank::session {

// Agreement of a ranking with measured run times, over usable configurations. NaN if undefined.
struct Agreement {
  double tau = 0;                  // Kendall's tau-b
  double pairAccuracy = 0;         // fraction of correctly ordered pairs among those whose times differ by over 2 %
  double orderedPairAccuracy = 0;  // the same among all pairs with different times
  double slowdown1 = 0, slowdown5 = 0, slowdown10 = 0;  // best time among the top k / best time of all − 1
  size_t configurations = 0;                            // number of configurations compared
};

// The least and greatest score among an ensemble and its member networks.
struct Interval {
  float least = 0, greatest = 0;
};

// A table entry that contributes to a score.
struct Part {
  uint32_t slot = 0;
  int64_t other = -1;  // second slot of a pair entry, or -1
  float amount = 0;    // before the scale
};

struct Explanation {
  float score = 0;
  std::optional<Interval> interval;
  float z = 0;                              // table score before the scale; the amounts of the parts add up to it
  std::optional<float> configurationScore;  // joined networks: added to the scaled z
  std::vector<configs::Change> changes;     // against the reference
  std::vector<Part> parts;                  // largest magnitude first; without parts of amount 0
};

class Ranking {
 public:
  // Ranks by the tables of a network or of the analytical cost model. `opened` must outlive the ranking. A joined
  // network also gives configuration-level scores; `referenceScore` is the one of the reference configuration.
  Ranking(const Opened& opened, const model::AnalyticalCosts& analytical, model::Tables tables,
          model::Aggregation aggregation, model::Scale scale, std::optional<float> referenceScore = std::nullopt);

  // Scores up to `count` more configurations; with a joined network, only those whose network score was added. Returns
  // false when all are scored. The ranking is consistent after each call, so it can be paused or destroyed any time.
  bool step(size_t count);

  // For joined networks only. A score is the table score plus the configuration-level score: the network's score of the
  // configuration minus its score of the reference.
  bool isJoined() const { return referenceScore_.has_value(); }
  // Adds the network's scores of the next configurations. Errors: more scores than configurations, not finite.
  Result<bool> addConfigurationScores(std::span<const float> scores);
  size_t configurationScoreCount() const { return configurationScores_.size(); }  // scores added so far
  // Adds the network's scores of choices that the file does not list, [slots] each. The functions below that take a
  // choice require its score.
  Result<bool> addChoiceScores(std::span<const std::vector<uint8_t>> choices, std::span<const float> scores);
  bool canScore(std::span<const uint8_t> choice) const;  // true if its network score was added, or if not joined
  // The configuration-level score of a choice; 0 if the network is not joined.
  float configurationScore(std::span<const uint8_t> choice) const;

  size_t scored() const { return scores_.size(); }
  size_t total() const { return opened_.configurations.count; }
  std::span<const float> scores() const { return scores_; }  // [scored]
  // The k best configurations so far, best first; ties by index. Excludes the compiler default, whose layouts are
  // unknown. O(scored + k log k).
  std::vector<uint32_t> top(size_t k) const;

  // Agreement over the configurations scored so far; nullopt if the file has no run times.
  std::optional<Agreement> agreement() const;
  // The same over these configurations only; those without a score are skipped.
  std::optional<Agreement> agreement(std::span<const uint32_t> configurations) const;
  // Nullopt unless the tables come from an ensemble.
  std::optional<Interval> interval(size_t configuration) const;
  Explanation explain(size_t configuration) const;
  // The same for any choice, [slots] rows, that can be scored.
  float score(std::span<const uint8_t> choice) const;
  std::optional<Interval> interval(std::span<const uint8_t> choice) const;
  Explanation explain(std::span<const uint8_t> choice) const;
  // 1 + the number of configurations scored so far with a lower score.
  size_t rankOf(float score) const;
  const model::Scorer& scorer() const { return scorer_; }  // scores by the tables only

 private:
  Explanation explain(std::span<const uint8_t> choice, float configurationScore) const;

  const Opened& opened_;
  std::vector<model::Scorer> members_;  // one per network of an ensemble
  model::Scorer scorer_;
  std::vector<float> scores_;
  std::optional<float> referenceScore_;
  std::vector<float> configurationScores_;               // [scores added]
  std::unordered_map<std::string, float> choiceScores_;  // configuration-level scores by the bytes of a choice
};

// Ranks by the analytical cost model, without a trained model.
Ranking rankAnalytically(const Opened& opened, const model::AnalyticalCosts& analytical);

// The tensor that a slot lays out, for people: "dot.12 operand 0".
std::string slotName(const Opened& opened, uint32_t slot);

}  // namespace hlorank::session
