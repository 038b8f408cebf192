// Search strategies: decide which configurations to measure next.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/tune/space.h"

namespace hlorank::tune {

struct Proposal {
  Choice choice;
  std::string kind;  // how the strategy made it, for example "mutated"
};

// Number of proposals that are measured together before the strategy learns their times.
inline constexpr size_t kBatch = 8;

class Strategy {
 public:
  virtual ~Strategy() = default;
  // Proposes up to `count` configurations that were neither proposed nor learned before. Fewer if the space is probably
  // exhausted.
  virtual std::vector<Proposal> propose(size_t count) = 0;
  // Selects up to `count` of the given configurations, which are distinct. Returns their indices.
  virtual std::vector<size_t> choose(const std::vector<Choice>& candidates, size_t count) = 0;
  // Adds a measurement: log(time / time of the compiler default). A later call for the same choice replaces the value.
  virtual void learn(const Choice& choice, double logRatio) = 0;
};

// Names of the strategies:
//   model   Thompson sampling with a Bayesian surrogate on top of the model's scores (see guided.cpp)
//   order   the best scores of the model first; ignores measurements
//   climb   changes one or two slots of the fastest configuration; choose() takes those that differ from it in the
//           fewest slots
//   random  the samples of `hlorank collect`
std::vector<std::string> strategies();
// `name` must be one of strategies(). The space must outlive the strategy.
std::unique_ptr<Strategy> makeStrategy(const std::string& name, const Space& space, uint64_t seed);
std::unique_ptr<Strategy> makeGuided(const Space& space, uint64_t seed);

}  // namespace hlorank::tune
