// The search of `hlorank tune`. It compiles the configurations that a strategy proposes and times them against the
// compiler default (all layouts left to the compiler) until the budget is used up.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "native/tune/strategy.h"

namespace hlorank::tune {

struct TuneOptions {
  int budget = 60;  // most compilations in a search
  // Time limit of the search, s; 0: none. A compilation that is running at that time is finished, and so are the first
  // timing passes of a round.
  double seconds = 0;
  double window = 0.05;  // seconds for which each timing pass runs each configuration
  // Random seed of the search and of the order within timing passes.
  uint64_t seed = 1;
};

// One compiled configuration of a search.
struct Attempt {
  Choice choice;
  // How the configuration was made. "auto": the compiler default. "default": the layouts written in the HLO as
  // constraints. "auto_written": the layouts that the compiler chose as constraints. "simpler": the fastest
  // configuration with fewer constraints. Other: Proposal::kind.
  std::string kind;
  double seconds = 0;  // duration of the compilation, s
  uint64_t hash = 0;   // hash of the optimised module
  // Index of an earlier compiled configuration with the same module, whose times are copied; -1 if there is none.
  int duplicate = -1;
  double time = 0;  // duration of the shortest run, ns
  // Mean over rounds of log(time / time of the compiler default in that round); lower is faster.
  double logRatio = 0;
  // Number of rounds in which the configuration was timed. If 0, `time` and `logRatio` are not set.
  int rounds = 0;
};

// Result of a search of `hlorank tune`, complete or so far.
struct SearchResult {
  std::vector<Attempt> attempts;  // compiled configurations; attempts[0] is the compiler default
  // Index of the fastest configuration; 0 if none was faster than the compiler default.
  size_t winner = 0;
  int compilations = 0;      // number of compilations, including failed ones
  int failures = 0;          // number of failed compilations and failed timing passes
  double seconds = 0;        // duration of the search so far, s
  bool interrupted = false;  // whether `progress` returned false, which ended the search
  bool outOfTime = false;    // whether the time limit ended the search
  // Returns whether any configuration was timed. If none was, not even attempts[0] has a time.
  bool hasTimes() const { return !attempts.empty() && attempts[0].rounds > 0; }
};

// Compiles and times the compiler default and the layouts written in the program, then the proposals of `strategy`, in
// rounds of eight. A round times its configurations and the compiler default in 2 to 4 timing passes in random order;
// slow ones only in 2. At the end, times the six fastest together again, and removes from the fastest of these those
// constraints that do not make it faster. Calls `progress` after each compilation and timing pass with the result so
// far and `best`, the lowest Attempt::logRatio; if it returns false, the search ends. Error: the compiler default does
// not compile or run.
Result<SearchResult> tune(collect::Trial& trial, const Space& space, Strategy& strategy, const TuneOptions& options,
                          const std::function<bool(const SearchResult&, double best)>& progress);

}  // namespace hlorank::tune
