// The search space of `hlorank tune`: configurations that constrain some slots (tensors whose layout can be chosen) to
// layouts and leave the other slots free, so that the compiler chooses. The compiler default is the configuration in
// which all slots are free.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "native/collect/trial.h"
#include "shared/model/score.h"

namespace hlorank::tune {

using collect::Choice;
using collect::kFree;

// Orders choices (for each slot the index of its layout, or kFree) lexicographically, for std::set and std::map.
struct ChoiceLess {
  bool operator()(const Choice& a, const Choice& b) const { return text(a) < text(b); }

 private:
  static std::string_view text(const Choice& choice) {
    return {reinterpret_cast<const char*>(choice.data()), choice.size()};
  }
};

class Space {
 public:
  // `tables` (from computeTables): the cost of each slot with each layout, by the model that guides the search.
  // `subject` must outlive this object.
  Space(const collect::Subject& subject, model::Tables tables, model::Aggregation aggregation);

  size_t slots() const { return base_.size(); }
  uint32_t rowsOf(uint32_t slot) const { return table().rowBegin[slot + 1] - table().rowBegin[slot]; }
  const configs::LayoutTable& table() const { return subject_.configurations.table; }
  const collect::Subject& subject() const { return subject_; }
  const model::Tables& tables() const { return tables_; }
  model::Aggregation aggregation() const { return aggregation_; }

  // The layouts that the compiler chooses if all slots are free; in slots where its choice is unknown, the layout
  // written in the program.
  const Choice& base() const { return base_; }
  // The configuration in which all slots are free: the compiler default.
  Choice unconstrained() const { return Choice(slots(), kFree); }
  // Returns `choice` with each free slot constrained to its layout in base().
  Choice fillFreeSlots(const Choice& choice) const;
  // Returns `choice` without those constraints whose layout the slot also has in base(); these slots become free.
  Choice freeUnchangedSlots(const Choice& choice) const;
  // Returns the slots that `choice` constrains to a layout other than the slot's in base(), ascending.
  std::vector<uint32_t> changedSlots(const Choice& choice) const;
  size_t countConstrained(const Choice& choice) const;  // number of slots that are not free

  // Returns the predicted cost relative to the compiler default, lower is faster: L(z(choice)) − L(z(base())), where z
  // is the model's score and L(z) = sign(z)·log(1 + |z|). A free slot counts as if it had its layout in base().
  double score(const Choice& choice) const;
  // Returns the estimated time to copy the slot's tensor once, as a fraction of the program's estimated time.
  double weight(uint32_t slot) const { return weights_[slot]; }

 private:
  double logZ(const Choice& choice) const;  // sign(z)·log(1 + |z|) of the model's score z; no slot may be free

  const collect::Subject& subject_;
  model::Tables tables_;
  model::Aggregation aggregation_;
  model::TableScorer scorer_;
  Choice base_;
  std::vector<double> weights_;
  double baseScore_ = 0;
};

}  // namespace hlorank::tune
