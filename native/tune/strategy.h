// What to measure next.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/tune/space.h"

namespace hlorank::tune {

struct Proposal {
  Choice choice;
  std::string kind;  // how it was found
};

// So many proposals are measured together before the strategy hears of their times.
inline constexpr size_t kBatch = 8;

class Strategy {
 public:
  virtual ~Strategy() = default;
  // Up to `count` configurations, none of them proposed or learned before; fewer when the space seems exhausted.
  virtual std::vector<Proposal> propose(size_t count) = 0;
  // The same among given ones: up to `count` indices of `candidates`, which are distinct.
  virtual std::vector<size_t> choose(const std::vector<Choice>& candidates, size_t count) = 0;
  // What was measured: log of time / time of the compiler's own choice. May come again with a better value.
  virtual void learn(const Choice& choice, double logRatio) = 0;
};

// "model": a surrogate of the measurements on top of the model proposes (see guided.cpp). Peers at equal budget are
// "order": the best of the model, whatever is measured; "climb": one or two slots of the best so far, changed (among
// given ones those that differ from it in fewest slots); "random": the samples that `collect` takes.
std::vector<std::string> strategies();
std::unique_ptr<Strategy> makeStrategy(const std::string& name, const Space& space, uint64_t seed);
std::unique_ptr<Strategy> makeGuided(const Space& space, uint64_t seed);

}  // namespace hlorank::tune
