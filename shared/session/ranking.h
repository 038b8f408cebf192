// A ranking in the making: configurations are scored in batches, so that a page can show the best so far and stop at
// any time.
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

// How well a ranking agrees with measured run times; over usable configurations. NaN where it does not exist.
struct Agreement {
  double tau = 0;                  // Kendall's tau-b
  double pairAccuracy = 0;         // share put in order of pairs whose times differ by more than 2 %
  double orderedPairAccuracy = 0;  // the same of all pairs with different times
  double slowdown1 = 0, slowdown5 = 0, slowdown10 = 0;  // best time among the first k over the best of all, minus 1
  size_t configurations = 0;                            // that it was computed from
};

// The least and the greatest score that an ensemble and its networks give.
struct Interval {
  float least = 0, greatest = 0;
};

// A part of a score, and the change it comes from.
struct Part {
  uint32_t slot = 0;
  int64_t other = -1;  // second slot of a pair entry, or -1
  float amount = 0;    // in units of z
};

struct Explanation {
  float score = 0;
  std::optional<Interval> interval;
  float z = 0;                           // before the scale; the amounts of the parts add up to it
  std::optional<float> whole;            // joined: its share of the score as a whole, beside the scaled z
  std::vector<configs::Change> changes;  // against the reference
  std::vector<Part> parts;               // largest magnitude first; parts of amount 0 left out
};

class Ranking {
 public:
  // Ranks by the tables of a network, or by those of h2. `opened` must outlive the ranking. A joined network, in which
  // configurations meet the graph, scores each of them as a whole too: `ofReference` is what it says of the reference.
  Ranking(const Opened& opened, const model::AnalyticalCosts& analytical, model::Tables tables,
          model::Aggregation aggregation, model::Scale scale, std::optional<float> ofReference = std::nullopt);

  // Scores up to `count` more configurations; by a joined network no more than it was heard of. False when all are
  // scored. Nothing else changes between calls: a ranking may be left and taken up again, or dropped, at any time.
  bool step(size_t count);

  // What follows is of joined networks alone. A score is that of the tables plus the whole: what the network says of
  // the configuration less what it says of the reference, which scores 0.
  bool isJoined() const { return ofReference_.has_value(); }
  // What the network says of the next configurations. Error: more than there are, or not finite.
  Result<bool> hear(std::span<const float> scores);
  size_t heard() const { return wholes_.size(); }
  // What it says of choices in no list, [slots] each: whatever is asked of such a choice below needs this first.
  Result<bool> know(std::span<const std::vector<uint8_t>> choices, std::span<const float> scores);
  bool knows(std::span<const uint8_t> choice) const;   // always, where the network is not joined
  float whole(std::span<const uint8_t> choice) const;  // of a choice known; 0 where the network is not joined

  size_t scored() const { return scores_.size(); }
  size_t total() const { return opened_.configurations.count; }
  std::span<const float> scores() const { return scores_; }  // [scored]
  // The k best so far, best first; equal scores in the order of their index. The compiler default, whose layouts are
  // not known, has no place among them. O(scored) + O(k log k).
  std::vector<uint32_t> top(size_t k) const;

  // None without run times. Looks at what is scored so far.
  std::optional<Agreement> agreement() const;
  // Of these alone; what has no time takes no part.
  std::optional<Agreement> agreement(std::span<const uint32_t> configurations) const;
  // None when the tables come from one network alone, or from h2.
  std::optional<Interval> interval(size_t configuration) const;
  Explanation explain(size_t configuration) const;
  // The same of any choice of rows, [slots], that is known.
  float score(std::span<const uint8_t> choice) const;
  std::optional<Interval> interval(std::span<const uint8_t> choice) const;
  Explanation explain(std::span<const uint8_t> choice) const;
  // 1 + how many of those scored so far score lower.
  size_t rankOf(float score) const;
  const model::Scorer& scorer() const { return scorer_; }  // of the tables alone

 private:
  Explanation explain(std::span<const uint8_t> choice, float whole) const;

  const Opened& opened_;
  std::vector<model::Scorer> members_;  // of an ensemble
  model::Scorer scorer_;
  std::vector<float> scores_;
  std::optional<float> ofReference_;
  std::vector<float> wholes_;                     // of the configurations heard of
  std::unordered_map<std::string, float> known_;  // wholes of choices, by their bytes
};

// h2: the ranking that needs no model.
Ranking rankAnalytically(const Opened& opened, const model::AnalyticalCosts& analytical);

// The layouts of a change or part for people: "dot.12 operand 0".
std::string slotName(const Opened& opened, uint32_t slot);

}  // namespace hlorank::session
