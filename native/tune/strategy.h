// Search strategies of `hlorank tune`: they decide which configurations to measure next.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/tune/space.h"

namespace hlorank::tune {

struct Proposal {
  Choice choice;
  std::string kind;  // how the strategy made the configuration, such as "mutated"; for reports
};

// Number of configurations that are measured together before the strategy gets their times.
inline constexpr size_t kBatch = 8;

class Strategy {
 public:
  virtual ~Strategy() = default;
  // Proposes `count` configurations to measure, none of which was proposed earlier or passed to learn(). Returns fewer
  // if the search space is probably exhausted.
  virtual std::vector<Proposal> propose(size_t count) = 0;
  // Selects up to `count` of the distinct configurations `candidates` to measure next, for a simulated search among
  // recorded configurations (replay.h). Returns their indices in the order in which to measure them.
  virtual std::vector<size_t> choose(const std::vector<Choice>& candidates, size_t count) = 0;
  // Informs the strategy of a measurement. logRatio = log(time of `choice` / time of the compiler default); lower is
  // faster. A later call for the same configuration replaces the value of the earlier call.
  virtual void learn(const Choice& choice, double logRatio) = 0;
};

// Returns the names of all search strategies:
//   model   Thompson sampling with a Bayesian surrogate on top of the model's scores (see guided.cpp)
//   order   the configurations with the lowest (fastest) scores of the model first; ignores measurements
//   climb   changes one or two tensors of the fastest configuration so far; choose() takes the configurations with the
//           fewest tensors that differ from that configuration
//   random  the samples of collect::Sampler, as a baseline; ignores measurements
std::vector<std::string> strategies();
// Returns whether the search strategy `name` uses the scores of the model.
bool usesModel(const std::string& name);
// Creates the search strategy `name`, one of strategies(). The space must outlive the strategy.
std::unique_ptr<Strategy> makeStrategy(const std::string& name, const Space& space, uint64_t seed);
// Creates the search strategy "model" (Bayesian optimisation, see guided.cpp).
std::unique_ptr<Strategy> makeGuided(const Space& space, uint64_t seed);

}  // namespace hlorank::tune
