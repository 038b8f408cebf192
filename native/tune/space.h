// The search space of `tune`: configurations that constrain some slots to layouts and leave the others free, so that
// the compiler chooses their layouts. Scores and changes are relative to the compiler default.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "native/collect/trial.h"
#include "shared/model/score.h"

namespace hlorank::tune {

using collect::Choice;
using collect::kFree;

// Lexicographic order of choices.
struct ChoiceLess {
  bool operator()(const Choice& a, const Choice& b) const { return text(a) < text(b); }

 private:
  static std::string_view text(const Choice& choice) {
    return {reinterpret_cast<const char*>(choice.data()), choice.size()};
  }
};

class Space {
 public:
  // `tables` are the score tables of the model that guides the search.
  Space(const collect::Subject& subject, model::Tables tables, model::Aggregation aggregation);

  size_t slots() const { return base_.size(); }
  uint32_t rowsOf(uint32_t slot) const { return table().rowBegin[slot + 1] - table().rowBegin[slot]; }
  const configs::LayoutTable& table() const { return subject_.configurations.table; }
  const collect::Subject& subject() const { return subject_; }
  const model::Tables& tables() const { return tables_; }
  model::Aggregation aggregation() const { return aggregation_; }

  // Layouts of the compiler default; the program layouts in slots where these are unknown.
  const Choice& base() const { return base_; }
  // All slots are free: the program as XLA compiles it without constraints.
  Choice unconstrained() const { return Choice(slots(), kFree); }
  // Replaces free slots by base()'s layouts.
  Choice fillFreeSlots(const Choice& choice) const;
  // Frees all slots that have base()'s layout.
  Choice freeUnchangedSlots(const Choice& choice) const;
  // Slots that are constrained to a layout other than base()'s.
  std::vector<uint32_t> changedSlots(const Choice& choice) const;
  size_t countConstrained(const Choice& choice) const;  // number of slots that are not free

  // sign(z)·log(1+|z|) of the model's score z, minus the same for base(). Lower is faster. Free slots count as
  // base()'s.
  double score(const Choice& choice) const;
  // Time to copy the slot's tensor once, as a fraction of the program's estimated time.
  double weight(uint32_t slot) const { return weights_[slot]; }

 private:
  double logZ(const Choice& choice) const;

  const collect::Subject& subject_;
  model::Tables tables_;
  model::Aggregation aggregation_;
  model::Scorer scorer_;
  Choice base_;
  std::vector<double> weights_;
  double baseScore_ = 0;
};

}  // namespace hlorank::tune
