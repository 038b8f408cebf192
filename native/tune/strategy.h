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

class Strategy {
 public:
  virtual ~Strategy() = default;
  // Up to `count` configurations, none of them proposed or learned before; fewer when the space seems exhausted.
  virtual std::vector<Proposal> propose(size_t count) = 0;
  // What was measured: log of time / time of the compiler's own choice. May come again with a better value.
  virtual void learn(const Choice& choice, double logRatio) = 0;
};

// "model": a surrogate of the measurements on top of the model proposes (see guided.cpp). Peers at equal budget are
// "random": the samples that `collect` takes; "climb": one or two slots of the best so far, changed.
std::unique_ptr<Strategy> makeStrategy(const std::string& name, const Space& space, uint64_t seed);
std::unique_ptr<Strategy> makeGuided(const Space& space, uint64_t seed);

}  // namespace hlorank::tune
