// The configurations that `tune` searches: layouts for some slots, the rest left to the compiler, seen from the
// compiler's own choice.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "native/collect/trial.h"
#include "shared/model/score.h"

namespace hlorank::tune {

using collect::Choice;
using collect::kFree;

struct ChoiceLess {
  bool operator()(const Choice& a, const Choice& b) const { return text(a) < text(b); }

 private:
  static std::string_view text(const Choice& choice) {
    return {reinterpret_cast<const char*>(choice.data()), choice.size()};
  }
};

class Space {
 public:
  // `tables` are those of the model that guides.
  Space(const collect::Subject& subject, model::Tables tables, model::Aggregation aggregation);

  size_t slots() const { return base_.size(); }
  uint32_t rowsOf(uint32_t slot) const { return table().rowBegin[slot + 1] - table().rowBegin[slot]; }
  const configs::LayoutTable& table() const { return subject_.space.table; }
  const collect::Subject& subject() const { return subject_; }
  const model::Tables& tables() const { return tables_; }
  model::Aggregation aggregation() const { return aggregation_; }

  // What the compiler chooses by itself, as far as it is known; the reference's layouts elsewhere.
  const Choice& base() const { return base_; }
  // Everything is left to the compiler: the program as it is today.
  Choice automatic() const { return Choice(slots(), kFree); }
  // Slots that are left free have what the compiler chooses when all are.
  Choice written(const Choice& choice) const;
  // Only what differs from the compiler's own choice; the rest is free.
  Choice changesOnly(const Choice& choice) const;
  // Slots with another layout than the compiler's own.
  std::vector<uint32_t> changed(const Choice& choice) const;
  size_t constrained(const Choice& choice) const;  // slots that are not free

  // sign(z)·log(1+|z|) of the model's z, against the compiler's own choice.
  double score(const Choice& choice) const;
  // Share of the program's estimated time that it takes to move the slot's tensor once.
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
