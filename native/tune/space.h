// The search space of `hlorank tune`: configurations that constrain some slots (outputs and operands whose layout can
// be chosen) to layouts and leave all other slots free, so that the compiler chooses. In the compiler default all slots
// are free.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "native/collect/trial.h"
#include "shared/model/score.h"

namespace hlorank::tune {

using collect::Choice;
using collect::kFree;

// Orders configurations lexicographically, for std::set and std::map. A configuration has, for each tensor whose layout
// can be chosen, the index of its layout, or kFree.
struct ChoiceLess {
  bool operator()(const Choice& a, const Choice& b) const { return text(a) < text(b); }

 private:
  static std::string_view text(const Choice& choice) {
    return {reinterpret_cast<const char*>(choice.data()), choice.size()};
  }
};

class Space {
 public:
  // Makes the search space of a program. `tables` (from computeTables): the cost of each slot with each layout, by the
  // model that guides the search. `subject` must outlive this object.
  Space(const collect::Subject& subject, model::Tables tables, model::Aggregation aggregation);

  size_t slots() const { return base_.size(); }
  uint32_t rowsOf(uint32_t slot) const { return table().rowBegin[slot + 1] - table().rowBegin[slot]; }
  const configs::LayoutTable& table() const { return subject_.configurations.table; }
  const collect::Subject& subject() const { return subject_; }
  const model::Tables& tables() const { return tables_; }
  model::Aggregation aggregation() const { return aggregation_; }

  // Returns the layouts that the compiler chooses if all slots are free. For slots where its choice is unknown, the
  // layout written in the program.
  const Choice& base() const { return base_; }
  // Returns the configuration in which the compiler chooses the layouts of all tensors: the compiler default.
  Choice unconstrained() const { return Choice(slots(), kFree); }
  // Returns `choice` with each free slot (left to the compiler) constrained to its layout in base(), the compiler
  // default.
  Choice fillFreeSlots(const Choice& choice) const;
  // Returns `choice` without the constraints that give a slot its layout in base(), the compiler default. These slots
  // become free.
  Choice freeUnchangedSlots(const Choice& choice) const;
  // Returns the slots that `choice` constrains to another layout than base(), the compiler default, ascending.
  std::vector<uint32_t> changedSlots(const Choice& choice) const;
  size_t countConstrained(const Choice& choice) const;  // number of tensors with a constraint

  // Returns the predicted cost relative to the compiler default, lower is faster: L(z(choice)) − L(z(base())), where z
  // is the model's score and L(z) = sign(z)·log(1 + |z|). A free slot (left to the compiler) counts as if it had its
  // layout in base().
  double score(const Choice& choice) const;
  // Returns the estimated time to copy the slot's tensor once, as a fraction of the program's estimated time. A slot is
  // an output or operand whose layout can be chosen.
  double weight(uint32_t slot) const { return weights_[slot]; }

 private:
  // Returns sign(z)·log(1 + |z|) for the model's score z of `choice`, which must give every tensor a layout.
  double logZ(const Choice& choice) const;

  const collect::Subject& subject_;
  model::Tables tables_;
  model::Aggregation aggregation_;
  model::TableScorer scorer_;
  Choice base_;
  std::vector<double> weights_;
  double baseScore_ = 0;
};

}  // namespace hlorank::tune
